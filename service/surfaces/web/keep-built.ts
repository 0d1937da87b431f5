import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../platform/log.ts'

const builder = fileURLToPath(new URL('../../../web/build.ts', import.meta.url))

export const builtPageFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Builds the dashboard if its sources have changed since, in a process of its own: the service answers meanwhile,
 * with the old page or with one that says what is going on. Where there are no sources, what is there is served.
 */
export function buildPageIfStale(log: Logger): void {
  if (!existsSync(builder)) return
  const child = spawn(process.execPath, [builder, '--if-stale'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What it says goes into a log.
    env: { ...process.env, NO_COLOR: '1' },
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const failed = (reason: string) =>
    log.error({ reason }, 'the dashboard could not be built; run "npm run web:build" to see why')
  child.on('error', (error) => failed(error.message))
  child.on('close', (code) => {
    if (code !== 0) failed(complaints.slice(-2_000))
  })
  // A service that is asked to stop does not wait for it.
  child.unref()
}
