import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const builtFolder = join(import.meta.dirname, '../dist')

let built: Promise<unknown> | undefined

/** Builds the dashboard if necessary, in its own process, as `npm start` does. */
export async function builtPage(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [join(import.meta.dirname, '../build.ts'), '--if-stale'])
  await built
}
