import { expect, it } from 'vitest'
import { readCells } from './read-csv.ts'
import { readSource } from './table-source.ts'

it.each([',', ';', '\t', '|'])('reads spreadsheet exports with %j as separator', (separator) => {
  const text = ['\uFEFFName', 'Client email'].join(separator)
  const line = ['"Bakery, ""the"" good; one"', 'a@example.com'].join(separator)
  expect(readCells(`${text}\r\n${line}\r\n\r\n`)).toEqual([
    ['Name', 'Client email'],
    ['Bakery, "the" good; one', 'a@example.com'],
  ])
})

it.each([
  ['text after a closing quote', '"https://a.example"x,Bakery'],
  ['a quote within an unquoted cell', 'https://a.example,12" sign'],
  ['an unclosed quote', '"https://a.example,Bakery'],
])('reports the row with %s as broken', (_, row) => {
  const text = `url,name\nhttps://b.example,Cafe\n${row}\n`
  expect(() => readCells(text)).toThrow(/^The row on line [34] cannot be read\. /)
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
