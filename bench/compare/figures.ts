/** The figures of a report of the benchmark, read from its text: so that those of any earlier release can be read, too. */
export interface Figures {
  /** The machine and the version of Node, without the load. */
  machine: string
  code: string
  figures: Record<string, Figure>
}

export interface Figure {
  value: number
  unit: string
  better: 'higher' | 'lower'
  /** Relative to the same machine in the same run: comparable between machines. */
  isShare: boolean
  /** Whether a large change for the worse is a regression; the others vary too much between runs. */
  isJudged: boolean
}

type Meaning = Pick<Figure, 'better'> & Partial<Pick<Figure, 'isShare' | 'isJudged'>>

/** By the heading of the column. Columns that are not named here are no results. */
const columns: Record<string, Meaning> = {
  'requests per CPU second': { better: 'higher' },
  'of a bare route with the same bytes': { better: 'higher', isShare: true },
  'of its raw statements': { better: 'higher', isShare: true },
  'p50 ms': { better: 'lower' },
  'p95 ms': { better: 'lower', isJudged: false },
  'sites per CPU second': { better: 'higher' },
  'of the floor': { better: 'higher', isShare: true },
  'sites per second': { better: 'higher', isJudged: false },
  'largest worker': { better: 'lower' },
  'steps per minute': { better: 'higher', isJudged: false },
  'processor ms per site': { better: 'lower' },
}

/** Figures in sentences, by the heading they are below: a name, the words around the number, and its meaning. */
const sentences: [heading: string, name: string, before: string, after: string, Meaning][] = [
  // The shares at both sizes are judged.
  ['Growth', 'growth of the cost', ': × ', '', { better: 'lower', isShare: true, isJudged: false }],
  ['Monitors', 'checks of the due ones', ' checks, ', ' %', { better: 'higher', isShare: true }],
  ['Monitors', 'late, p50', 'late by: p50 ', ' ms', { better: 'lower', isJudged: false }],
  ['Monitors', 'late, p99', 'p99 ', ' ms', { better: 'lower', isJudged: false }],
  ['Monitors', 'processor of the service', 'processor: service ', ' %', { better: 'lower' }],
  ['Start and memory', 'first start', 'ready after ', ' ms', { better: 'lower' }],
  ['Start and memory', 'warm start, median', 'ms; median ', ' ms', { better: 'lower' }],
  ['Start and memory', 'processor time of a start', 'until ready: median ', ' ms', { better: 'lower' }],
  ['Start and memory', 'memory, empty', 'when ready: ', ' MB empty', { better: 'lower' }],
  ['Sync', 'database per site', 'The database stores ', ' kB', { better: 'lower' }],
]

/** A shorter wait than this varies by more than the allowed change between two runs. */
const shortestJudgedMs = 5

export function readFigures(text: string): Figures {
  const figures: Record<string, Figure> = {}
  let [machine, code, heading] = ['', '', '']
  let header: string[] = []
  const add = (name: string, cell: string, meaning: Meaning) => {
    const value = Number.parseFloat(cell.replaceAll(',', ''))
    if (!Number.isFinite(value)) return
    const unit = cell.replaceAll(/[\d.,×\s-]/g, '')
    const isShort = name.endsWith(' ms') && value < shortestJudgedMs
    figures[name] = { isShare: false, ...meaning, value, unit, isJudged: (meaning.isJudged ?? true) && !isShort }
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('- machine: ')) machine = line.slice('- machine: '.length).split(', load ')[0] ?? ''
    else if (line.startsWith('- code: ')) code = line.slice('- code: '.length)
    else if (line.startsWith('#')) heading = line.replaceAll('#', '').trim()
    if (line.startsWith('|')) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      if (header.length === 0) header = cells
      else if (!cells[0]?.startsWith('---'))
        for (const [index, name] of header.entries()) {
          const meaning = columns[name]
          if (meaning) add(`${heading}: ${cells[0]}, ${name}`, cells[index] ?? '', meaning)
        }
      continue
    }
    header = []
    for (const [under, name, before, after, meaning] of sentences) {
      const at = heading.startsWith(under) ? line.indexOf(before) : -1
      const rest = at < 0 ? '' : line.slice(at + before.length)
      const end = after === '' ? rest.length : rest.indexOf(after)
      if (at < 0 || end < 0) continue
      // Of a list, the line begins with what the figure is of.
      const subject = under === 'Growth' ? `${line.slice(2, at)}, ` : ''
      add(`${heading}: ${subject}${name}`, `${rest.slice(0, end)}${after.trim().split(' ')[0] ?? ''}`, meaning)
    }
  }
  return { machine, code, figures }
}
