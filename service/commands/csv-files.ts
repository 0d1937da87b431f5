import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FileAnswer } from '../operation/answers.ts'
import type { Config } from '../platform/config.ts'
import { chooseVerb, readArguments } from './read-arguments.ts'
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

/** `flotilla <noun> export|import <file>`, for what can be kept in a spreadsheet. */
export function csvCommand(noun: 'costs' | 'clients') {
  const usage = `flotilla ${noun} export <file>
flotilla ${noun} import <file> [--dry-run] [--ignore-ids] [--json]`
  const verbs = {
    export: (words: string[]) => exportTo(noun, readArguments(words, usage, {}, 1).plain[0]!),
    import: (words: string[]) => {
      const flag = { type: 'boolean', default: false } as const
      const { values, plain } = readArguments(words, usage, { 'dry-run': flag, 'ignore-ids': flag, json: flag }, 1)
      return importFrom(noun, plain[0]!, values)
    },
  }
  return async (config: Config, words: string[]): Promise<number> => {
    const [verb, rest] = chooseVerb(verbs, words, usage)
    return withOperations(config, verb(rest))
  }
}

const exportTo = (noun: string, file: string) => async (run: Run) => {
  const { content } = await run<FileAnswer>(`export-${noun}`, {})
  const path = resolve(file)
  try {
    // Others on this machine need not read what clients are called and what they cost.
    await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new Error(`${path} exists already. Give another name, or remove it first.`)
    // A part of the table must not be taken for all of it.
    await rm(path, { force: true })
    throw error
  }
  console.log(`Wrote all ${noun} to ${path}.`)
  return 0
}

interface Wanted {
  'dry-run': boolean
  'ignore-ids': boolean
  json: boolean
}

const importFrom = (noun: string, file: string, wanted: Wanted) => async (run: Run) => {
  const csv = await readFile(resolve(file), 'utf8')
  const input = { csv, ignore_ids: wanted['ignore-ids'] }
  if (wanted['dry-run']) {
    const planned = await run<Planned>(`import-${noun}`, { ...input, dry_run: true })
    if (wanted.json) printJson(planned)
    else console.log(`Nothing was changed. ${countOf(planned)}`)
    return 0
  }
  const imported = await run<Imported>(`import-${noun}`, input)
  const { added, updated, errors = [] } = imported
  if (wanted.json) printJson(imported)
  else {
    console.log(`Added ${added}, updated ${updated}.`)
    for (const { line, message } of errors) console.log(`Line ${line} failed: ${printable(message)}`)
  }
  return errors.length > 0 ? 1 : 0
}

function countOf({ would_affect }: Planned): string {
  const added = would_affect.filter(({ action }) => action === 'add').length
  return `The file would add ${added} and update ${would_affect.length - added}.`
}
