import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells)

describe('writeCsv', () => {
  it('quotes where needed and ends every line', () => {
    expect(
      writeCsv(
        ['a', 'b'],
        [
          ['plain', 'with, comma'],
          ['"quoted"', 'two\nlines'],
        ],
      ),
    ).toBe('a,b\r\nplain,"with, comma"\r\n"""quoted""","two\nlines"\r\n')
  })

  it.each([
    ...['=1+1', '+49 30 1', '-1', '@name', '\tx', '\rx', "'=1+1", '\nx', '\u0000=1'],
    // Full-width, small, superscript, subscript, and the minus sign.
    ...['＝1+1', '＋1', '－1', '＠SUM(1)', '﹦1', '﹢1', '﹣1', '﹫x', '⁼1', '⁺1', '⁻1', '₌1', '₊1', '₋1', '−1'],
    // After blanks and invisible characters.
    ...[' =1', '\u3000＝1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u202e=1', '\u2028=1', `${' '.repeat(50)}=1`, "'＝1"],
  ])('guards %j against being run as a formula, and the guard is not read back', (cell) => {
    const written = writeCsv(['a'], [[cell]])
      .split('\r\n')
      .slice(1)
      .join('\r\n')
    expect(written.replace(/^"/, '')).toMatch(/^'/)
    expect(cellsOf(writeCsv(['a', 'b'], [[cell, 'b']]))).toEqual([[cell, 'b']])
  })

  it('does not change an ordinary apostrophe', () => {
    expect(writeCsv(['a'], [["'s Hertogenbosch"]])).toBe("a\r\n's Hertogenbosch\r\n")
    expect(cellsOf("a\n's Hertogenbosch")).toEqual([["'s Hertogenbosch"]])
  })
})

describe('readCsv', () => {
  it('accepts any line ends, a byte order mark, and blank lines anywhere', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['\ufeffname,price', '', 'Hosting,10', ' , ', 'Mail,', ''].join(end)
      expect(readCsv(text)).toEqual({
        header: ['name', 'price'],
        rows: [
          { line: 3, cells: ['Hosting', '10'] },
          { line: 5, cells: ['Mail', ''] },
        ],
      })
    }
  })

  it('detects the separator in the header', () => {
    expect(cellsOf('a;b\n1,5;2')).toEqual([['1,5', '2']])
    expect(cellsOf('\r\n\na;b\n1,5;2')).toEqual([['1,5', '2']])
    expect(cellsOf('a\tb\n1\t2')).toEqual([['1', '2']])
    expect(cellsOf('"x;y;z",b\n1,2')).toEqual([['1', '2']])
  })

  it('counts lines as an editor does, also after a cell of several lines', () => {
    const { rows } = readCsv('a,b\n"one\ntwo\r\nthree",x\nlast,y')
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
  })

  it.each([
    ['', /line that names the columns/],
    ['\n\n', /line that names the columns/],
    ['a\n"open', /quoted cell in line 2 without its closing quote/],
    ['a,b\n1,"x"y', /text after the closing quote of a cell in line 2/],
    ['url,name\n"https://a.example"x,Bakery', /text after the closing quote of a cell in line 2/],
    ['a,b\n"1\r\n2",3\n4,"x"y', /text after the closing quote of a cell in line 4/],
    ['a,b\n1,x"y"', /a quote inside a cell in line 2/],
    ['a,b\n1,2\n1,2,3', /3 cells in line 3 under 2 columns/],
    ['a,b\n1', /1 cells in line 2 under 2 columns/],
  ])('refuses %j with the line and the reason', (text, reason) => {
    expect(() => readCsv(text)).toThrow(reason)
  })

  it('removes blanks around cells and quotes, not inside quotes', () => {
    expect(cellsOf('a,b\n  x , " y " ')).toEqual([['x', ' y ']])
  })

  it('refuses more rows or columns than allowed before the rest is read', () => {
    const limits = { rows: 2, columns: 2 }
    expect(readCsv('a,b\n1,2\n3,4\n', limits).rows).toHaveLength(2)
    // The open quote is not reached.
    expect(() => readCsv('a,b\n1,2\n3,4\n5,6\n"open', limits)).toThrow('has more than 2 rows; send it in parts')
    expect(() => readCsv('a,b,c,"open', limits)).toThrow('has more than 2 columns')
  })
})

it('readCsv returns what writeCsv wrote', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', "'", '"', ',', ';', '\t', '\r', '\n', ' ', '+', '-', '@', 'a') }),
  )
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))
  fc.assert(
    fc.property(table, (rows) => {
      const kept = rows.filter((cells) => cells.some((each) => each !== ''))
      const width = rows[0]?.length ?? 1
      const header = Array.from({ length: width }, (_, index) => `column ${index}`)
      expect(readCsv(writeCsv(header, rows))).toMatchObject({ header, rows: kept.map((cells) => ({ cells })) })
    }),
  )
})
