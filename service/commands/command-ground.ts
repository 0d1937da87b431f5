import { type App, createApp } from '../app.ts'
import { type Ground, openGround } from '../ground.ts'
import { systemActor } from '../operation/actor.ts'
import type { Config } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'

/** The ground for a command: standard output belongs to its answer, so the log goes to standard error and tells only what is wrong. */
export async function openCommandGround(config: Config): Promise<Ground> {
  const ground = await openGround({ ...config, LOG_LEVEL: 'silent' })
  const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  return { ...ground, log: createLog(level, process.stderr) }
}

export async function withGround<T>(config: Config, work: (ground: Ground) => Promise<T>): Promise<T> {
  const ground = await openCommandGround(config)
  try {
    return await work(ground)
  } finally {
    await ground.leave()
  }
}

/** Runs operations as the person at the keyboard of the server, through the same corridor as everybody else. */
export type Run = <Output>(operation: string, input: Record<string, unknown>) => Promise<Output>

export function withOperations<T>(config: Config, work: (run: Run) => Promise<T>): Promise<T> {
  return withGround(config, async (ground) => {
    const app = await createApp({ ...ground, serves: false, works: false, clientAlias: false })
    try {
      return await work(runIn(app))
    } finally {
      await app.close()
    }
  })
}

export const commandLine = systemActor('command line')

const runIn =
  (app: App): Run =>
  async <Output>(operation: string, input: Record<string, unknown>) => {
    // Whoever typed the command has confirmed it.
    const { output } = await app.run(operation, input, { actor: commandLine, confirmed: true })
    return output as Output
  }

/** Every row of an operation that lists page by page. */
export async function listAll<Row>(run: Run, operation: string, rows: string, input = {}): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const output = await run<Record<string, unknown> & { total: number }>(operation, { ...input, page, per_page: 100 })
    const found = output[rows] as Row[]
    all.push(...found)
    if (found.length === 0 || all.length >= output.total) return all
  }
}
