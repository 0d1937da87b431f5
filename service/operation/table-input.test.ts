import { describe, expect, it } from 'vitest'
import { ServiceError } from './errors.ts'
import { type LineProblems, namesIn, readTable, refuseLines, toFieldName } from './table-input.ts'

const fields: Record<string, string | null> = { name: 'name', last_renewal: 'last_renewal', total: null }
const read = (csv: string) =>
  readTable(csv, (titles) => titles.map((title) => fields[toFieldName(title)]), ['name', 'last_renewal'])
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof ServiceError) return error.details.params
    throw error
  }
  return null
}

describe('readTable', () => {
  it('returns rows of named fields, matches titles loosely and skips ignored columns', () => {
    expect(read('Name, Last-Renewal ,total\n Boat ,,5\n')).toEqual([
      { row: 1, line: 2, fields: { name: 'Boat', last_renewal: '' } },
    ])
  })

  it.each([
    ['name,colour\nx,y', 'has unknown columns: colour; known columns: name, last_renewal'],
    ['name,Name\nx,y', 'has the column name twice'],
    ['name\n\n', 'has no rows below the line that names the columns'],
    ['name\n"x', 'has a quoted cell in line 2 without its closing quote'],
    [`name\n${'x\n'.repeat(10_001)}`, 'has more than 10000 rows; send it in parts'],
    [
      `name${',x'.repeat(25)}\n`,
      `has unknown columns: ${Array(20).fill('x').join(', ')} and 5 more; known columns: name, last_renewal`,
    ],
  ])('%#: refuses what is not a table', (csv, reason) => {
    expect(refusal(() => read(csv))).toEqual({ csv: reason })
  })

  // 40,000 columns took 20 s when each was compared with all others.
  it('refuses very many columns before comparing them', () => {
    const titles = Array.from({ length: 300_000 }, (_, index) => `field: ${index}`).join(',')
    const reading = () => readTable(`${titles}\n`, (title) => title, [])
    expect(refusal(reading)).toEqual({ csv: 'has more than 1000 columns' })
  })
})

describe('refuseLines', () => {
  it('lists problems by line, in order', () => {
    const mistakes: LineProblems[] = [
      { line: 9, problems: { price: 'must be a price' } },
      { line: 2, problems: { name: 'is required', url: 'must be a URL' } },
    ]
    const listed = refusal(() => refuseLines(mistakes)) as Record<string, string>
    expect(Object.entries(listed)).toEqual([
      ['line 2: name', 'is required'],
      ['line 2: url', 'must be a URL'],
      ['line 9: price', 'must be a price'],
    ])
  })

  it('lists at most fifty problems, and does nothing without problems', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ line: index + 2, problems: { name: 'is required' } }))
    const listed = refusal(() => refuseLines(many)) as Record<string, string>
    expect(Object.keys(listed)).toHaveLength(51)
    expect(listed.csv).toBe('has 10 more mistakes')
    expect(refusal(() => refuseLines([{ line: 2, problems: {} }]))).toBeNull()
  })
})

it('namesIn splits a cell at semicolons', () => expect(namesIn(' a; b;;c d ')).toEqual(['a', 'b', 'c d']))
