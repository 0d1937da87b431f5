import { execFileSync } from 'node:child_process'
import { type Figure, type Figures, readFigures } from './figures.ts'

export interface Turns {
  /** The checkout to compare with, with its packages installed. */
  before: string
  after: string
  runs: number
  parts: readonly string[]
  quick: boolean
}

/** Measures two checkouts in turns, so that a change of the load of the machine affects both, and takes the median of each figure. */
export function measureInTurns({ before, after, runs, parts, quick }: Turns, print: (line: string) => void) {
  const measured: [Figures[], Figures[]] = [[], []]
  for (let run = 1; run <= runs; run++) {
    for (const [index, folder] of [before, after].entries()) {
      const reports = parts.map((part) => measure(folder, ['--only', part, ...(quick ? ['--quick'] : [])]))
      measured[index]?.push(readFigures(reports.join('\n')))
      print(`run ${run} of ${runs} in ${folder}: ${measured[index]?.at(-1)?.code}`)
    }
  }
  return { before: mediansOf(measured[0]), after: mediansOf(measured[1]) }
}

const measure = (cwd: string, options: string[]): string =>
  execFileSync('npm', ['run', '--silent', 'bench', '--', ...options], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })

/** Figures that all runs have. A throughput is judged, too: the median of several runs varies less than one run. */
export function mediansOf(runs: readonly Figures[]): Figures {
  const [first] = runs
  if (!first) throw new Error('--runs must be at least 1.')
  const names = Object.keys(first.figures).filter((name) => runs.every(({ figures }) => name in figures))
  return { ...first, figures: Object.fromEntries(names.map((name) => [name, medianOf(runs, name)])) }
}

function medianOf(runs: readonly Figures[], name: string): Figure {
  const ordered = runs.flatMap(({ figures }) => figures[name] ?? []).toSorted((one, other) => one.value - other.value)
  const middle = ordered[Math.floor(ordered.length / 2)]
  if (!middle) throw new Error(`No run has the figure “${name}”.`)
  return { ...middle, isJudged: middle.isJudged || (middle.better === 'higher' && !middle.isShare) }
}
