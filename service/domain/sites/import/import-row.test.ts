import { expect, it } from 'vitest'
import { costRatio } from '../../../testing/growth.ts'
import { isReadableRow, readImportRow } from './import-row.ts'

const bad = [
  { url: 'https://one.example', admin: 'ada', ['x'.repeat(50)]: 1, colour: 2, size: 3 },
  { url: 7, admin: {}, tags: [null, 'a'], name: [] },
  { url: 'https://one.example' },
  { url: 'https://one.example', admin: 'ada', name: 'a\0b' },
  { url: 'https://one.example', site_url: 'https://two.example', admin: 'ada' },
]
const good = [
  { site_url: 'https://one.example', admin_name: 'ada', ssl_verify: 'false', tags: '1; 2' },
  { url: 'one.example', admin: 'ada' },
]

const isRead = (row: object) => {
  try {
    readImportRow(row as Record<string, unknown>)
    return true
  } catch {
    return false
  }
}

it('returns the same result with and without messages', () => {
  for (const row of [...bad, ...good]) expect([row, isReadableRow(row)]).toEqual([row, isRead(row)])
  expect(good.every(isRead)).toBe(true)
})

it('is much cheaper without messages for rows with several errors', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => bad[index % 2]!)
  const validate = () => rows.map((row) => isReadableRow(row))
  const explain = () => rows.map(isRead)
  expect(costRatio(validate, explain)).toBeLessThan(0.7)
})
