import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeNotRun } from './not-run-reporter.ts'

test('counts tests and files for each missing program', () => {
  const missing = (file: string, name?: string) => ({ file, missing: name })
  expect(describeNotRun([missing('a', 'Chromium'), missing('a', 'Chromium'), missing('b', 'root')])).toBe(
    'Not run: 3 tests in 2 files. Missing: Chromium (2), root (1).',
  )
  expect(describeNotRun([missing('a')])).toBe('Not run: 1 test in 1 file. Missing: nothing; skipped in the code (1).')
})

const testFile = `import { expect, test } from 'vitest'
import { describeIf } from '${import.meta.dirname}/requirements.ts'
test('runs', () => expect(1).toBe(1))
describeIf({ present: false, name: 'a printer' })('printing', () => test('a page', () => {}))`

test.each([
  ['', 0],
  ['true', 1],
])('a run with CI=%j and a missing program exits with %i and names the program', async (ci, code) => {
  const ended = await run({ 'part.test.ts': testFile }, ci)
  expect(ended.printed).toContain('Not run: 1 test in 1 file. Missing: a printer (1).')
  expect(ended.lastLine).toBe('1 passed, 0 failed')
  expect(ended.code).toBe(code)
})

test('the last line counts failed tests, files that cannot be loaded and errors outside of tests; before it is what was left out', async () => {
  const imports = `import { expect, test } from 'vitest'`
  const files = {
    'failing.test.ts': `${imports}\ntest('a', () => expect(1).toBe(1))\ntest('b', () => expect(1).toBe(2))`,
    'broken.test.ts': `${imports}\nthrow new Error('cannot be loaded')`,
    'late.test.ts': `${imports}\ntest('c', () => void Promise.reject(new Error('outside')))`,
  }
  const ended = await run(files, '', { TESTS_LEFT_OUT: 'Not part of this run: printing.' })
  expect(ended.code).toBe(1)
  expect(ended.printed).toContain('Not part of this run: printing.\n2 passed, 3 failed')
})

/** A separate test run in a separate folder. */
async function run(files: Record<string, string>, ci: string, variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.vitest-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { NotRunReporter } from '${import.meta.dirname}/not-run-reporter.ts'
    export default { test: { reporters: ['default', new NotRunReporter()] } }`,
  )
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const { VITEST: _, ...environment } = process.env
  return new Promise<{ code: number; printed: string; lastLine: string | undefined }>((resolve) => {
    const child = execFile(
      process.execPath,
      [vitest, 'run', '--root', folder],
      { env: { ...environment, CI: ci, TESTS_LEFT_OUT: '', ...variables } },
      (_error, stdout, stderr) =>
        resolve({
          code: child.exitCode ?? -1,
          printed: stdout + stderr,
          lastLine: stdout.trim().split('\n').at(-1),
        }),
    )
  })
}
