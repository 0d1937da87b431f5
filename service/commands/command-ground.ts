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

/** The person at the keyboard of the server. */
export const commandLine = systemActor('command line')
