import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'

// scripts/check.js runs the files of this folder only: a check that moved to another would no longer run.
it('every check of the project is a step of `npm run check`', () => {
  const checks = globSync('{service/testing,scripts,spec,web/testing}/**/check-*.ts').filter(
    (path) => !path.endsWith('.test.ts') && !path.includes('node_modules'),
  )
  expect(checks).toContain('service/testing/check-architecture.ts')
  expect(new Set(checks.map((path) => dirname(path)))).toEqual(new Set(['service/testing']))
})
