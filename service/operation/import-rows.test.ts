import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeCsv } from '../platform/csv.ts'
import type { ImportKind } from './import-columns.ts'
import { importLimit, readGivenRows } from './import-rows.ts'

const kind: ImportKind = {
  kind: 'things',
  fields: [
    { name: 'url', label: 'Address' },
    { name: 'admin', label: 'Administrator' },
  ],
}
const readCsvRecords = (csv: string, columns?: Record<string, string | null>) =>
  readGivenRows(kind, { csv, columns }).map(({ fields }) => fields)

it('reads a table whose first line names the columns', () => {
  expect(readCsvRecords('url,admin\nhttps://one.example,ada\nhttps://two.example,bob\n')).toEqual([
    { url: 'https://one.example', admin: 'ada' },
    { url: 'https://two.example', admin: 'bob' },
  ])
})

it.each([
  ['a byte order mark', '\ufeffurl,admin\na,b'],
  ['line ends of other systems', 'url,admin\r\na,b\r\n'],
  ['old line ends', 'url,admin\ra,b'],
  ['semicolons', 'url;admin\na;b'],
  ['tabs', 'url\tadmin\na\tb'],
  ['pipes', 'url|admin\na|b'],
  ['quotes', '"url","admin"\n"a","b"'],
  ['blanks', ' URL , admin \n a , b '],
  ['empty lines', '\nurl,admin\n\na,b\n\n,\n'],
])('accepts %s', (_, text) => {
  expect(readCsvRecords(text)).toEqual([{ url: 'a', admin: 'b' }])
})

it('keeps separators, quotes and line ends inside quotes', () => {
  expect(readCsvRecords('name,notes\n"Smith, ""the"" one","two\nlines"')).toEqual([
    { name: 'Smith, "the" one', notes: 'two\nlines' },
  ])
})

it('leaves empty cells out and does not lose cells beyond the header', () => {
  expect(readCsvRecords('url,admin\na,\nb,c,d')).toEqual([{ url: 'a' }, { url: 'b', admin: 'c', 'column 3': 'd' }])
})

it('normalises column names', () => {
  expect(readCsvRecords('Site URL,Admin-Name\na,b')).toEqual([{ site_url: 'a', admin_name: 'b' }])
})

it('maps columns by the given titles, ignores those mapped to null, and guesses the others', () => {
  const csv = 'Homepage,Who,Secret,Administrator\na,b,c,d'
  expect(readCsvRecords(csv, { Homepage: 'url', Who: null, Secret: null })).toEqual([{ url: 'a', admin: 'd' }])
  expect(() => readCsvRecords(csv, { Homepage: 'url', Who: 'url' })).toThrow(/two columns for url/)
})

it.each(['', '\n\n'])('refuses %j', (text) => expect(() => readCsvRecords(text)).toThrow(/names the columns/))
it('refuses more rows or columns than allowed before the rest is read', () => {
  expect(() => readCsvRecords(`url\n${'a\n'.repeat(importLimit + 1)}"open`)).toThrow(/more than 10000 rows/)
  expect(() => readCsvRecords(`${'a,'.repeat(1_001)}"open`)).toThrow(/more than 1000 columns/)
})
it('refuses text after a closing quote with its line, and never makes two rows of it', () => {
  expect(() => readCsvRecords('url,name\n"https://a.example"x,Bakery')).toThrow(/closing quote of a cell in line 2/)
})
it('does not store the formula guard of an export', () => {
  const csv = writeCsv(['url', 'name', 'notes'], [['https://a.example', '=1+1', '-5 % for all']])
  expect(csv).toContain("'=1+1")
  expect(readCsvRecords(csv)).toEqual([{ url: 'https://a.example', name: '=1+1', notes: '-5 % for all' }])
})
it('refuses a quote that is not closed', () => expect(() => readCsvRecords('url\n"a')).toThrow(/closing quote/))

it('reads back any table written by the rules', () => {
  const cell = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter((text) => text !== '')
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      expect(readCsvRecords(writeCsv(['a', 'b'], rows))).toEqual(rows.map(([a, b]) => ({ a, b })))
    }),
  )
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it.each([
  ['ordinary rows', 'https://site-with-a-name.example/,an administrator\n'],
  ['nothing but separators', `x${','.repeat(900)}\n`],
])('needs memory in proportion to the text: %s', (_, line) => {
  const heldBy = (bytes: number) => {
    const head = `url,admin${',x'.repeat(line.split(',').length - 2)}\n`
    const csv = head + line.repeat(Math.floor(bytes / line.length))
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    const columns = { x: null }
    const rows = readGivenRows(kind, { csv, columns })
    collectGarbage()
    const held = process.memoryUsage().heapUsed - before
    return { held, rows: rows.length }
  }
  heldBy(50_000)
  const [small, large] = [heldBy(100_000), heldBy(500_000)]
  expect(large.rows).toBeGreaterThan(small.rows * 4)
  // Five times the text: far below the square of it.
  expect(large.held).toBeLessThan(Math.max(small.held, 200_000) * 12)
  // A request has at most 2 MB.
  expect(large.held).toBeLessThan(500_000 * 40)
})
