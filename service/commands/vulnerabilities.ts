import { resolve } from 'node:path'
import type { Config } from '../platform/config.ts'
import { readArguments, selectVerb } from './read-arguments.ts'
import { type Run, withOperations } from './run-operations.ts'

const usage = `flotilla vulnerabilities import <file> [--dry-run]
flotilla vulnerabilities refresh`

interface ImportResult {
  entries: number
  left_out: number
}

const verbs = {
  import: (args: string[]) => {
    const flag = { type: 'boolean', default: false } as const
    const { values, positional } = readArguments(args, usage, { 'dry-run': flag }, 1)
    return importFrom(positional, values['dry-run'])
  },
  refresh: (args: string[]) => {
    readArguments(args, usage, {}, 0)
    return async (run: Run) => printResult(await run<ImportResult>('refresh-vulnerabilities', {}))
  },
}

const importFrom = (file: string, dryRun: boolean) => async (run: Run) => {
  const path = resolve(file)
  if (!dryRun) return printResult(await run<ImportResult>('import-vulnerability-file', { path }))
  const { count } = await run<{ count: number }>('import-vulnerability-file', { path, dry_run: true })
  console.log(`Nothing was changed. The file has ${count} vulnerabilities.`)
  return 0
}

function printResult({ entries, left_out }: ImportResult): number {
  console.log(`Imported ${entries} vulnerabilities.${left_out > 0 ? ` ${left_out} entries could not be read.` : ''}`)
  return 0
}

/** `flotilla vulnerabilities`: known vulnerabilities of plugins, themes and WordPress. */
export async function run(config: Config, args: string[]): Promise<number> {
  const [verb, rest] = selectVerb(verbs, args, usage)
  return withOperations(config, verb(rest))
}
