import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { splitResults } from '../report.ts'
import { type Figure, type Figures, readFigures } from './figures.ts'

/** A larger change for the worse is a regression. */
export const usuallyAllowed = 0.15

export interface Comparison {
  lines: string[]
  /** Names of the figures that became worse by more than is allowed. */
  regressions: string[]
}

/** One table: both values, the change, and a mark for a regression. */
export function compareFigures(before: Figures, after: Figures, allowed = usuallyAllowed): Comparison {
  const isSameMachine = before.machine === after.machine
  const names = Object.keys(after.figures).filter((name) => name in before.figures)
  const regressions: string[] = []
  const rows = names.map((name) => {
    const [one, other] = [before.figures[name]!, after.figures[name]!]
    const worse = worsening(one, other)
    const isJudged = one.isJudged && other.isJudged && (isSameMachine || other.isShare)
    const isRegression = isJudged && worse > allowed
    if (isRegression) regressions.push(name)
    const percent = Math.round(-worse * 100)
    const change = `${percent > 0 ? '+' : ''}${percent} %`
    const judged = isRegression ? '**regression**' : isJudged ? '' : 'not judged'
    return `| ${name} | ${describeFigure(one)} | ${describeFigure(other)} | ${change} | ${judged} |`
  })
  const missing = Object.keys(before.figures).filter((name) => !(name in after.figures)).length
  return {
    lines: [
      `- before: ${before.code}, ${before.machine}`,
      `- now: ${after.code}, ${after.machine}`,
      ...(isSameMachine ? [] : ['- the machines differ: only shares, which are relative to the machine, are judged']),
      ...(missing > 0 ? [`- ${missing} figures of before have no counterpart now`] : []),
      '',
      '| figure | before | now | change; + is better | |',
      '|---|---|---|---|---|',
      ...rows,
    ],
    regressions,
  }
}

/** 0.2: a fifth worse; negative: better. */
function worsening(before: Figure, after: Figure): number {
  if (before.value === after.value) return 0
  if (before.value === 0) return after.better === 'lower' ? 1 : -1
  const ratio = after.value / before.value
  return after.better === 'lower' ? ratio - 1 : 1 - ratio
}

const describeFigure = ({ value, unit }: Figure) => `${value} ${unit}`.trim()

const folder = new URL('..', import.meta.url)

/** The results of a file (.json or .md), or of a commit, branch or tag of this repository. */
export function readResults(source: string): Figures {
  if (existsSync(source)) return parse(source, readFileSync(source, 'utf8'))
  for (const file of ['results.json', 'RESULTS.md']) {
    const text = showFile(`${source}:bench/${file}`)
    if (text !== null) return parse(file, text)
  }
  throw new Error(`“${source}” is neither a file nor a commit with results of the benchmark in bench/.`)
}

/** The results of the last full run in this folder. */
export function readOwnResults(): Figures {
  const path = ['results.json', 'RESULTS.md'].map((name) => new URL(name, folder)).find((each) => existsSync(each))
  if (!path) throw new Error('There are no results in bench/ yet. Run npm run bench first.')
  return parse(path.pathname, readFileSync(path, 'utf8'))
}

// results.json is written by writeResults.
const parse = (name: string, text: string): Figures =>
  name.endsWith('.json') ? (JSON.parse(text) as Figures) : readFigures(splitResults(text).benchmark)

function showFile(object: string): string | null {
  try {
    return execFileSync('git', ['show', object], { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}
