import { afterEach, expect, it } from 'vitest'
import { addDays, momentOf, monthEnd, monthStart, setTimeZone, today } from './day.ts'

afterEach(() => setTimeZone('UTC'))
const noon = new Date('2026-11-15T12:00:00Z')

it.each([
  ['UTC', '2026-11-15'],
  ['Pacific/Apia', '2026-11-16'],
  ['+14:00', '2026-11-16'],
  ['Pacific/Pago_Pago', '2026-11-15'],
  ['not a zone', '2026-11-15'],
])('shows the day of the time zone %s', (zone, day) => {
  setTimeZone(zone)
  expect(today(noon)).toBe(day)
})

it('computes days without a time zone', () => {
  setTimeZone('Pacific/Apia')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect([monthStart('2026-11-16', -1), monthEnd('2026-11-16', -1)]).toEqual(['2026-10-01', '2026-10-31'])
})

it.each([
  ['2026-11-15T12:00Z', '2026-11-15T12:00:00Z'],
  ['', ''],
  ['T00:00:00', 'T00:00:00'],
  ['20261-11-15T12:00', '20261-11-15T12:00'],
])('reads the field %j as %j', (text, moment) => {
  expect(momentOf(text)).toBe(moment)
})
