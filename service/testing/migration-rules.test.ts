import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { migrationViolations, readMigrationFiles } from './migration-rules.ts'

it('all migrations follow the rules', async () => {
  expect(migrationViolations(await readMigrationFiles()).join('\n')).toBe('')
})

const declared = '-- oldest-code: 0.2.0\nselect 1;\n'

/** Violations of a folder whose digests are all recorded. */
function violationsOf(texts: Record<string, string>): string[] {
  const digests = Object.entries(texts).map(([name, text]) => `${digestOf(text)}  ${name}\n`)
  return migrationViolations({ files: new Map(Object.entries(texts)), digests: digests.join(''), codeVersion: '0.3.0' })
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

it('a number must not repeat, except in 0.1.0', () => {
  expect(violationsOf({ '018-a.sql': '', '018-b.sql': '', '022-a.sql': declared, '023-b.sql': declared })).toEqual([])
  expect(violationsOf({ '022-a.sql': declared, '022-b.sql': declared })).toEqual([
    '022-b.sql: number 022 is taken by another migration. Take the next free number.',
  ])
})

it('a migration declares the oldest code that may run on it', () => {
  expect(violationsOf({ '022-a.sql': 'select 1' })[0]).toContain('for example: -- oldest-code: 0.3.0')
  expect(violationsOf({ '022-a.sql': 'select 1;\n-- oldest-code: 0.2.0' })).toHaveLength(1)
  expect(violationsOf({ '022-a.sql': '-- oldest-code: 0.4.0\n' })[0]).toContain('newer than this code')
})

it('a file name has three digits and lower-case letters', () => {
  expect(violationsOf({ '22_A.sql': declared })[0]).toContain('22_A.sql: name it like')
})

it('a landed migration must not be edited, renamed or missing in the list', () => {
  const digests = `${digestOf(declared)}  022-a.sql\n`
  const violations = (files: Record<string, string>) =>
    migrationViolations({ files: new Map(Object.entries(files)), digests, codeVersion: '0.3.0' })
  expect(violations({ '022-a.sql': declared })).toEqual([])
  expect(violations({ '022-a.sql': `${declared} ` })[0]).toContain('022-a.sql was edited')
  expect(violations({ '022-b.sql': declared }).join()).toMatch(
    /022-a\.sql is in .* but not here.*022-b\.sql: add this line/,
  )
})
