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
  const folder = await mkdtemp(join(import.meta.dirname, '../../node_modules/.vitest-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'part.test.ts'), testFile)
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { NotRunReporter } from '${import.meta.dirname}/not-run-reporter.ts'
    export default { test: { reporters: ['default', new NotRunReporter()] } }`,
  )
  const ended = await run(folder, ci)
  expect(ended.printed).toContain('Not run: 1 test in 1 file. Missing: a printer (1).')
  expect(ended.code).toBe(code)
})

/** A separate test run in a separate folder. */
function run(folder: string, ci: string): Promise<{ code: number; printed: string }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const { VITEST: _, ...environment } = process.env
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [vitest, 'run', '--root', folder],
      { env: { ...environment, CI: ci } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, printed: stdout + stderr }),
    )
  })
}
