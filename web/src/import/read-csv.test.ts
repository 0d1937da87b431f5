import { expect, it } from 'vitest'
import { readCells } from './read-csv.ts'
import { type Fields, sheetOf, writeSheet } from './sheet.ts'
import { type ListRow, mistakesByRow } from './table-rows.ts'
import { readSource } from './table-source.ts'

it.each([',', ';', '\t', '|'])('reads spreadsheet exports with %j as separator', (separator) => {
  const text = ['\uFEFFName', 'Client email'].join(separator)
  const line = ['"Bakery, ""the"" good; one"', 'a@example.com'].join(separator)
  expect(sheetOf(readCells(`${text}\r\n${line}\r\n\r\n`))).toEqual({
    columns: ['Name', 'Client email'],
    rows: [{ Name: 'Bakery, "the" good; one', 'Client email': 'a@example.com' }],
  })
})

it.each([
  ['text after a closing quote', '"https://a.example"x,Bakery'],
  ['a quote within an unquoted cell', 'https://a.example,12" sign'],
  ['an unclosed quote', '"https://a.example,Bakery'],
])('reports the row with %s as broken', (_, row) => {
  const text = `url,name\nhttps://b.example,Cafe\n${row}\n`
  expect(() => readCells(text)).toThrow(/^The row on line [34] is broken: /)
})

it('reads a list of addresses without a header', async () => {
  expect(await readSource('https://one.example\nhttps://two.example', { firstField: 'url' })).toEqual({
    titles: ['url'],
    rows: [['https://one.example'], ['https://two.example']],
  })
})

it('keeps cells beyond the titles as columns of their own', async () => {
  expect(await readSource('name\nA,b', { firstField: 'name' })).toEqual({
    titles: ['name', 'Column 2'],
    rows: [['A', 'b']],
  })
})

it('returns the line on which each row begins, with quotes and line breaks in cells', () => {
  const rows: Fields[] = [{ name: 'One', note: 'two\nlines' }, { name: 'Two "quoted"' }, { name: 'Three', note: '' }]
  const { csv, lines } = writeSheet(['name', 'note'], rows)
  expect(lines).toEqual([2, 4, 5])
  for (const [at, line] of lines.entries()) expect(csv.split('\n')[line - 1]).toContain(rows[at]!.name!.slice(0, 3))
  expect(sheetOf(readCells(csv)).rows).toEqual([rows[0], { ...rows[1], note: '' }, rows[2]])
})

it('assigns an error to its row', () => {
  const rows = [3, 7].map((number): ListRow => ({ number, fields: {}, state: 'new' }))
  const params = { 'line 4: email': 'is none', 'line 4: name': 'is missing', csv: 'has 3 more mistakes' }
  expect([...mistakesByRow(params, rows, [2, 4])]).toEqual([[7, 'email is none\nname is missing']])
})
