import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** Lines that appear as they are measured and are kept for the file. */
export class Report {
  readonly #lines: string[] = []

  say(line = ''): void {
    this.#lines.push(line)
    console.log(line)
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  heading(command: string): void {
    const model = cpus()[0]?.model || process.arch
    const memory = Math.round(totalmem() / 2 ** 30)
    this.say('# What Flotilla did on this machine')
    this.say()
    this.say(
      `- machine: ${cpus().length} × ${model}, ${memory} GiB, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before`,
    )
    this.say(`- command: \`${command}\``)
    this.say(`- code: ${commit()}`)
    this.say(
      '- shares are of what the same machine could do at best in the same run; absolute times differ from machine to machine',
    )
  }
}

function commit(): string {
  try {
    const run = (...words: string[]) =>
      execFileSync('git', words, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
    return run('rev-parse', '--short', 'HEAD') + (run('status', '--porcelain', '-uno') === '' ? '' : ', with changes')
  } catch {
    return 'not in a repository'
  }
}

export const percent = (share: number) => `${Math.round(share * 100)} %`
export const thousands = (count: number) => count.toLocaleString('en')
