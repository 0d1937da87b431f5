import type { App } from '../app.ts'
import type { Config } from '../platform/config.ts'
import { commandLine, withPlatform } from './command-platform.ts'

/** Runs an operation through the pipeline. */
export type Run = <Output>(operation: string, input: Record<string, unknown>) => Promise<Output>

export function withOperations<T>(config: Config, work: (run: Run) => Promise<T>): Promise<T> {
  return withPlatform(config, async (platform) => {
    // Loaded late, so that usage errors do not wait for the whole service.
    const { createApp } = await import('../app.ts')
    const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
    try {
      return await work(runIn(app))
    } finally {
      await app.close()
    }
  })
}

const runIn =
  (app: App): Run =>
  async <Output>(operation: string, input: Record<string, unknown>) => {
    // Typing the command is the confirmation.
    const { output } = await app.run(operation, input, { actor: commandLine, confirmed: true })
    // The caller names the output of its operation; the catalogue forgets the type.
    return output as Output
  }

/** All rows of a paged list operation. */
export async function listAll<Row>(run: Run, operation: string, rows: string, input = {}): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const output = await run<Record<string, unknown> & { total: number }>(operation, { ...input, page, per_page: 100 })
    // As above, for the rows in the field that the caller names.
    const found = output[rows] as Row[]
    all.push(...found)
    if (found.length === 0 || all.length >= output.total) return all
  }
}
