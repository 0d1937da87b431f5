import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FileAnswer } from '../operation/answers.ts'
import type { Config } from '../platform/config.ts'
import { decodeText } from '../platform/decode-text.ts'
import { codeOf } from '../platform/error-facts.ts'
import { readArguments, selectVerb } from './read-arguments.ts'
import { type Run, withOperations } from './run-operations.ts'
import { printable, printJson } from './terminal.ts'

interface Imported {
  added: number
  updated: number
  errors?: { line: number; message: string }[]
}

interface Planned {
  would_affect: { action: 'add' | 'update' }[]
}

/** `flotilla <noun> export|import <file>` as CSV. */
export function csvCommand(noun: 'costs' | 'clients') {
  const usage = `flotilla ${noun} export <file>
flotilla ${noun} import <file> [--dry-run] [--ignore-ids] [--json]`
  const verbs = {
    export: (args: string[]) => exportTo(noun, readArguments(args, usage, {}, 1).positional),
    import: (args: string[]) => {
      const flag = { type: 'boolean', default: false } as const
      const { values, positional } = readArguments(args, usage, { 'dry-run': flag, 'ignore-ids': flag, json: flag }, 1)
      return importFrom(noun, positional, values)
    },
  }
  return async (config: Config, args: string[]): Promise<number> => {
    const [verb, rest] = selectVerb(verbs, args, usage)
    return withOperations(config, verb(rest))
  }
}

const exportTo = (noun: string, file: string) => async (run: Run) => {
  const { content } = await run<FileAnswer>(`export-${noun}`, {})
  const path = resolve(file)
  try {
    // Other users of this machine must not read the names and costs of clients.
    await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new Error(`${path} already exists. Use another name, or delete the file first.`)
    // An incomplete file must not stay.
    await rm(path, { force: true })
    throw error
  }
  console.log(`Wrote all ${noun} to ${path}.`)
  return 0
}

interface ImportFlags {
  'dry-run': boolean
  'ignore-ids': boolean
  json: boolean
}

const importFrom = (noun: string, file: string, flags: ImportFlags) => async (run: Run) => {
  const csv = decodeText(await readFile(resolve(file)))
  const input = { csv, ignore_ids: flags['ignore-ids'] }
  if (flags['dry-run']) {
    const planned = await run<Planned>(`import-${noun}`, { ...input, dry_run: true })
    if (flags.json) printJson(planned)
    else console.log(`Nothing was changed. ${describePlan(planned)}`)
    return 0
  }
  const imported = await run<Imported>(`import-${noun}`, input)
  const { added, updated, errors = [] } = imported
  if (flags.json) printJson(imported)
  else {
    console.log(`Added ${added}, updated ${updated}.`)
    for (const { line, message } of errors) console.log(`Line ${line} failed: ${printable(message)}`)
  }
  return errors.length > 0 ? 1 : 0
}

function describePlan({ would_affect }: Planned): string {
  const added = would_affect.filter(({ action }) => action === 'add').length
  return `The file would add ${added} and update ${would_affect.length - added}.`
}
