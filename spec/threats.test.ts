import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lastClass, problemsOf, readThreats } from './read-threats.ts'

const root = new URL('../', import.meta.url)
const read = (file: string) => {
  const path = new URL(file, root)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
const text = read('spec/threats.md')!
const rows = readThreats(text)

it('the table of threats has a row for each class, and every test that it names exists', () => {
  expect(rows).toHaveLength(lastClass)
  expect(problemsOf(rows, read)).toEqual([])
})

it('is linked from where people look for it', () => {
  for (const file of ['SECURITY.md', 'ARCHITECTURE.md']) expect(read(file), file).toContain('spec/threats.md')
})

describe('the check fails when', () => {
  const changed = (change: (text: string) => string) => problemsOf(readThreats(change(text)), read)
  const { class: number, tests } = rows.find((each) => each.tests.length === 1)!
  const { file, title } = tests[0]!
  const row = text.split('\n').find((line) => line.startsWith(`| ${number} |`))!
  it.each<[string, (text: string) => string, string]>([
    ['a row is missing', (all) => all.replace(`${row}\n`, ''), `Class ${number} has 0 rows.`],
    ['a row has no test', (all) => all.replace(`\`${file}\` › ${title}`, ''), `Class ${number} names no test.`],
    [
      'a title is not in its file',
      (all) => all.replace(`› ${title}`, '› no such title'),
      `has no test “no such title”.`,
    ],
    [
      'a file is not there',
      (all) => all.replaceAll(file, 'service/none.test.ts'),
      'there is no file service/none.test.ts.',
    ],
    ['a date is missing', (all) => all.replace(row, row.replace(/\d{4}-\d\d-\d\d/, 'soon')), 'does not say when'],
  ])('%s', (_, change, problem) => {
    expect(changed(change).join('\n')).toContain(problem)
  })
})
