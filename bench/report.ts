import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { readFigures } from './compare/figures.ts'

/** Lines that are printed as they are measured and collected for the file. */
export class Report {
  readonly #lines: string[] = []

  print(line = ''): void {
    this.#lines.push(line)
    console.log(line)
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  heading(command: string): void {
    this.print('# Results on this machine')
    this.print()
    for (const line of circumstances(command)) this.print(`- ${line}`)
    this.print(
      '- shares are relative to the best possible result of the same machine in the same run; absolute times differ between machines',
    )
  }
}

/** The machine, the command and the commit. */
export function circumstances(command: string): string[] {
  const model = cpus()[0]?.model || process.arch
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()[0]!.toFixed(1)
  return [
    `machine: ${cpus().length} × ${model}, ${memory} GiB, Node ${process.version}, load ${load} before`,
    `command: \`${command}\``,
    `code: ${commit()}`,
  ]
}

function commit(): string {
  try {
    const run = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
    return run('rev-parse', '--short', 'HEAD') + (run('status', '--porcelain', '-uno') === '' ? '' : ', with changes')
  } catch {
    return 'not in a repository'
  }
}

export const percent = (share: number) => `${Math.round(share * 100)} %`
export const thousands = (count: number) => count.toLocaleString('en')

const results = new URL('RESULTS.md', import.meta.url)
const figures = new URL('results.json', import.meta.url)

/** One file: the last report of the benchmark, below it that of a million sites and that of the drills. */
const sections = { million: '\n## A million sites\n', drills: '\n## Fault drills\n' }

export async function writeResults(of: 'benchmark' | keyof typeof sections, text: string): Promise<void> {
  const known = await readFile(results, 'utf8').catch(() => '')
  const parts = splitResults(known)
  parts[of] = of === 'benchmark' ? text : `${sections[of]}\n${text}`
  await writeFile(results, joinResults(parts))
  if (of === 'benchmark') await writeFile(figures, `${JSON.stringify(readFigures(text), null, 2)}\n`)
}

export function splitResults(text: string): Record<'benchmark' | keyof typeof sections, string> {
  const [million, drills] = [text.indexOf(sections.million), text.indexOf(sections.drills)]
  const end = drills < 0 ? text.length : drills
  const middle = million < 0 ? end : million
  return { benchmark: text.slice(0, middle), million: text.slice(middle, end), drills: text.slice(end) }
}

const joinResults = ({ benchmark, million, drills }: ReturnType<typeof splitResults>) => benchmark + million + drills
