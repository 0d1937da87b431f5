// `npm test`: installs programs that tests need and npm does not provide, then runs the tests (parts.ts).
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../../service/platform/browser/find-chromium.ts'
import { cacheFolder } from '../../service/testing/debian-programs.ts'
import { findHeadlessShell } from '../../service/testing/headless-shell.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { provideChromium } from '../provide-chromium.ts'
import { isTest } from './import-graph.ts'
import { describeLeftOut, describeStart, type Part, readTestOptions } from './parts.ts'
import { chooseTests, readChanged, readSources } from './quick.ts'

const options = readTestOptions(process.argv.slice(2), () => randomInt(1_000_000))
const { isWhole, seed } = options
const args = [...options.args, ...(options.part === 'quick' ? quickTests() : isWhole ? furtherFiles(options.part) : [])]
if (isWhole || seed !== null)
  for (const line of describeStart(options, missingPrograms(), cacheFolder)) console.log(line)
// Only a complete run installs missing programs.
if (isWhole) await provideChromium()
const memory = process.env.TMPDIR ? undefined : await createMemoryFolder()
const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(isWhole && { TEST_DOWNLOADS: 'on' }),
    ...(memory && { TMPDIR: memory }),
    ...(seed !== null && { TEST_SEED: String(seed) }),
    TEST_PART: isWhole ? options.part : '',
    TESTS_LEFT_OUT: describeLeftOut(options) ?? '',
  },
})
child.on('exit', async (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
  if (memory) await rm(memory, { recursive: true, force: true })
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {}) // The terminal sends Ctrl-C to the child; this process ends with it.

/** Files of which single tests are only for a release (service/testing/details.ts). */
function furtherFiles(part: Part): string[] {
  if (part !== 'release') return []
  const { files, read } = readSources()
  return files.filter((file) => isTest(file) && /testing\/(details|it-for-release)\.ts'/.test(read(file)))
}

/** Ends this process if nothing that changed has tests. */
function quickTests(): string[] {
  const { since, files } = readChanged()
  const { tests, leftOut } = chooseTests(files)
  const further =
    leftOut.length === 0 ? '' : ` ${leftOut.length} further ones do not fit into a minute: npm test runs them.`
  console.log(`Changed files since ${since.slice(0, 8)}: ${files.length}; test files: ${tests.length}.${further}`)
  if (tests.length === 0) process.exit(0)
  return tests
}

function missingPrograms(): string[] {
  const chromium = findChromium(process.env.CHROMIUM_PATH)
  if (!chromium) return ['Chromium (apt-get, about 100 MB; only as root)']
  return findHeadlessShell() || process.env.CHROMIUM_PATH ? [] : ['chromium-headless-shell (Debian, about 60 MB)']
}
