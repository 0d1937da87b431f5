import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { missingIn } from './requirements.ts'

/**
 * Ends a test run with what was not run and why, and with the counts. With CI=true a skipped test is a failure: there,
 * everything that tests use must be present.
 */
export class NotRunReporter implements Reporter {
  private isFiltered = false

  onInit(vitest: Vitest): void {
    this.isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.printSkipped(modules)
    const leftOut = process.env.TESTS_LEFT_OUT
    if (leftOut) console.log(leftOut)
    console.log(countOutcomes(modules, errors.length))
  }

  private printSkipped(modules: readonly TestModule[]): void {
    // Tests that the caller filtered out by name are skipped, too, and do not count.
    if (this.isFiltered) return
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    if (skipped.length === 0) return
    console.log(describeNotRun(skipped.map((test) => ({ file: test.module.moduleId, missing: missingFor(test) }))))
    if (process.env.CI === 'true') {
      console.log('With CI=true every test must run.')
      process.exitCode = 1
    }
  }
}

/** `10463 passed, 0 failed`. A file that cannot be loaded, and an error outside of all tests, is a failure, too. */
function countOutcomes(modules: readonly TestModule[], errors: number): string {
  const count = (state: 'passed' | 'failed') =>
    modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0)
  const broken = modules.filter((module) => module.errors().length > 0).length
  return `${count('passed')} passed, ${count('failed') + broken + errors} failed`
}

export interface NotRun {
  file: string
  missing: string | undefined
}

/** `Not run: 102 tests in 17 files. Missing: Chromium (99), root (3).` */
export function describeNotRun(tests: readonly NotRun[]): string {
  const counts = new Map<string, number>()
  for (const { missing = 'nothing; skipped in the code' } of tests) counts.set(missing, (counts.get(missing) ?? 0) + 1)
  const files = new Set(tests.map(({ file }) => file)).size
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} (${count})`)
  return `Not run: ${count(tests.length, 'test')} in ${count(files, 'file')}. Missing: ${reasons.join(', ')}.`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A test is skipped by itself or by its describe. */
function missingFor(test: TestCase): string | undefined {
  let at: TestCase | TestCase['parent'] = test
  while (at.type !== 'module') {
    const missing = missingIn(at.name)
    if (missing) return missing
    at = at.parent
  }
  return undefined
}
