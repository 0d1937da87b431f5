import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'

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
const drillsBegin = '\n## Fault drills\n'

/** One file for both: the last report of the benchmark, and below it that of the drills. */
export async function writeResults(of: 'benchmark' | 'drills', text: string): Promise<void> {
  const known = await readFile(results, 'utf8').catch(() => '')
  const at = known.indexOf(drillsBegin)
  const [benchmark, drills] = at < 0 ? [known, ''] : [known.slice(0, at), known.slice(at)]
  await writeFile(results, of === 'benchmark' ? text + drills : `${benchmark}${drillsBegin}\n${text}`)
}
