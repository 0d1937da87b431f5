import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../../platform/log.ts'

const builder = fileURLToPath(new URL('../../../web/build.ts', import.meta.url))

export const builtPageFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Builds the dashboard in a separate process if its sources changed. Meanwhile the service serves the old page or a
 * placeholder. Without sources, the existing build is served.
 */
export function buildPageIfStale(log: Logger): void {
  if (!existsSync(builder)) return
  const child = spawn(process.execPath, [builder, '--if-stale'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its output is logged.
    env: { ...process.env, NO_COLOR: '1' },
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const failed = (reason: string) =>
    log.error({ reason }, 'the dashboard could not be built; run "npm run web:build" to see why')
  child.on('error', (error) => failed(error.message))
  child.on('close', (code) => {
    if (code !== 0) failed(errorOutput.slice(-2_000))
  })
  // A stopping service does not wait for it.
  child.unref()
}
