import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells)

describe('writing', () => {
  it('quotes what must be quoted and ends every line', () => {
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
    // Behind blanks and what cannot be seen.
    ...[' =1', '\u3000＝1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u202e=1', '\u2028=1', `${' '.repeat(50)}=1`, "'＝1"],
  ])('%j cannot become a formula', (cell) => {
    const written = writeCsv(['a'], [[cell]])
      .split('\r\n')
      .slice(1)
      .join('\r\n')
    expect(written.replace(/^"/, '')).toMatch(/^'/)
    expect(cellsOf(writeCsv(['a', 'b'], [[cell, 'b']]))).toEqual([[cell, 'b']])
  })

  it('leaves an ordinary apostrophe alone: it is not a mark of ours', () => {
    expect(writeCsv(['a'], [["'s Hertogenbosch"]])).toBe("a\r\n's Hertogenbosch\r\n")
    expect(cellsOf("a\n's Hertogenbosch")).toEqual([["'s Hertogenbosch"]])
  })
})

describe('reading', () => {
  it('takes any line ends, a byte order mark, and blank lines anywhere', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['\ufeffname,price', '', 'Hosting,10', ' , ', 'Mail,', ''].join(end)
      expect(readCsv(text)).toEqual({
        header: ['name', 'price'],
        rows: [
          { line: 3, cells: ['Hosting', '10'] },
          { line: 4, cells: [' ', ' '] },
          { line: 5, cells: ['Mail', ''] },
        ],
      })
    }
  })

  it('sees from the header which separator the program used', () => {
    expect(cellsOf('a;b\n1,5;2')).toEqual([['1,5', '2']])
    expect(cellsOf('a\tb\n1\t2')).toEqual([['1', '2']])
    expect(cellsOf('"x;y;z",b\n1,2')).toEqual([['1', '2']])
  })

  it('counts lines as an editor does, also behind a cell of several lines', () => {
    const { rows } = readCsv('a,b\n"one\ntwo\r\nthree",x\nlast,y')
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
  })

  it.each([
    ['', /line that names the columns/],
    ['\n\n', /line that names the columns/],
    ['a\n"open', /quoted cell in line 2 without its closing quote/],
    ['a,b\n1,"x"y', /text after the closing quote of a cell in line 2/],
    ['a,b\n1,2\n1,2,3', /3 cells in line 3 under 2 columns/],
    ['a,b\n1', /1 cells in line 2 under 2 columns/],
  ])('%j is refused with the place and the reason', (text, reason) => {
    expect(() => readCsv(text)).toThrow(reason)
  })

  it('with more rows or columns than allowed is refused before the rest is read', () => {
    const limits = { rows: 2, columns: 2 }
    expect(readCsv('a,b\n1,2\n3,4\n', limits).rows).toHaveLength(2)
    // The quote that never ends is not reached.
    expect(() => readCsv('a,b\n1,2\n3,4\n5,6\n"open', limits)).toThrow('has more than 2 rows; send it in parts')
    expect(() => readCsv('a,b,c,"open', limits)).toThrow('has more than 2 columns')
  })
})

it('whatever is written is read back unchanged', () => {
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
