import { systemActor } from '../operation/actor.ts'
import type { Config } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { openPlatform, type Platform } from '../platform.ts'

/** Standard output is for the answer of the command, so the log is written to standard error and contains only warnings and errors. */
export async function openCommandPlatform(config: Config): Promise<Platform> {
  const platform = await openPlatform({ ...config, LOG_LEVEL: 'silent' })
  const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  return { ...platform, log: createLog(level, process.stderr) }
}

export async function withPlatform<T>(config: Config, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await openCommandPlatform(config)
  try {
    return await work(platform)
  } finally {
    await platform.leave()
  }
}

/** The operator on the server. */
export const commandLine = systemActor('command line')
