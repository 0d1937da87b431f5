// `npm test`: provides the programs that tests use and npm does not bring, then runs the tests. `npm run test:quick` leaves slow ones out.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { provideChromium } from './provide-chromium.ts'

/** Files with browsers, killed processes or long scenes: too slow for the loop of edit and test. */
const slow = [
  'launch.test.ts',
  'bench/**',
  'scripts/release/**',
  'web/tests/**',
  'web/testing/**',
  'service/commands/**',
  'service/platform/browser/**',
  'service/platform/database/backup/**',
  'service/platform/database/embedded/**',
]

const [first, ...rest] = process.argv.slice(2)
const quick = first === '--quick'
const words = quick ? [...slow.flatMap((pattern) => ['--exclude', pattern]), ...rest] : process.argv.slice(2)
// A part of the tests, or the quick ones, are run again and again: they take the machine as it is.
if (words.length === 0) await provideChromium()
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', ...words], { stdio: 'inherit' })
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {}) // Ctrl-C reaches the child by itself; this process ends with it.
