import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../platform/config.ts'
import { chooseVerb, readArguments } from './read-arguments.ts'
import { type Run, withOperations } from './run-operations.ts'

const usage = `flotilla vulnerabilities import <file> [--dry-run]
flotilla vulnerabilities refresh`

interface TakenIn {
  entries: number
  left_out: number
}

const verbs = {
  import: (words: string[]) => {
    const flag = { type: 'boolean', default: false } as const
    const { values, plain } = readArguments(words, usage, { 'dry-run': flag }, 1)
    return importFrom(plain[0]!, values['dry-run'])
  },
  refresh: (words: string[]) => {
    readArguments(words, usage, {}, 0)
    return async (run: Run) => tell(await run<TakenIn>('refresh-vulnerabilities', {}))
  },
}

const largest = 96 * 1024 * 1024

const importFrom = (file: string, dryRun: boolean) => async (run: Run) => {
  const path = resolve(file)
  // Looked at before it is in memory.
  if ((await stat(path)).size > largest) throw new Error(`${path} is larger than 96 MB.`)
  const feed = await readFile(path, 'utf8')
  if (!dryRun) return tell(await run<TakenIn>('import-vulnerabilities', { feed }))
  const { count } = await run<{ count: number }>('import-vulnerabilities', { feed, dry_run: true })
  console.log(`Nothing was changed. The file has ${count} vulnerabilities.`)
  return 0
}

function tell({ entries, left_out }: TakenIn): number {
  console.log(`Took in ${entries} vulnerabilities.${left_out > 0 ? ` ${left_out} entries could not be read.` : ''}`)
  return 0
}

/** `flotilla vulnerabilities`: what is known of weaknesses in plugins, themes and WordPress. */
export async function run(config: Config, words: string[]): Promise<number> {
  const [verb, rest] = chooseVerb(verbs, words, usage)
  return withOperations(config, verb(rest))
}
