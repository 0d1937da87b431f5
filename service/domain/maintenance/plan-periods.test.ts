import { describe, expect, it } from 'vitest'
import { momentOfDay, planPeriods } from './plan-periods.ts'

const weekly = (changes: object = {}) => ({
  starts_at: null,
  ends_at: null,
  weekdays: [2],
  start_time: '22:00',
  duration_minutes: 120,
  time_zone: 'Europe/Berlin',
  last_day: null,
  ...changes,
})
const plan = (window: Parameters<typeof planPeriods>[0], after: string, until: string) =>
  planPeriods(window, new Date(after), new Date(until)).map(({ starts_at, ends_at }) =>
    [starts_at, ends_at].map((at) => at.toISOString().slice(0, 16)),
  )

describe('a weekly window', () => {
  it('takes place on its days, in its time zone', () => {
    expect(plan(weekly(), '2026-11-15T09:00:00Z', '2026-11-29T09:00:00Z')).toEqual([
      ['2026-11-17T21:00', '2026-11-17T23:00'],
      ['2026-11-24T21:00', '2026-11-24T23:00'],
    ])
  })

  it('keeps its local time when clocks change', () => {
    expect(plan(weekly(), '2026-10-18T00:00:00Z', '2026-11-01T00:00:00Z').map(([begin]) => begin)).toEqual([
      '2026-10-20T20:00',
      '2026-10-27T21:00',
    ])
  })

  it('ends with its last day, and crosses midnight with its whole length', () => {
    const window = weekly({ weekdays: [2, 3], start_time: '23:30', last_day: '2026-11-18' })
    expect(plan(window, '2026-11-15T00:00:00Z', '2026-11-29T00:00:00Z')).toEqual([
      ['2026-11-17T22:30', '2026-11-18T00:30'],
      ['2026-11-18T22:30', '2026-11-19T00:30'],
    ])
  })

  it('is planned once, however the times of planning are cut', () => {
    const [from, to] = ['2026-11-15T09:00:00Z', '2026-12-13T09:00:00Z']
    const cuts = ['2026-11-17T21:00:00Z', '2026-11-20T03:00:00Z', '2026-12-01T20:59:59Z']
    const parts = [from, ...cuts].flatMap((after, index) => plan(weekly(), after, cuts[index] ?? to))
    expect(parts).toEqual(plan(weekly(), from, to))
  })
})

describe('a time of day', () => {
  it('that clocks skip is an hour later', () => {
    expect(momentOfDay('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })

  it('that clocks show twice is the first one', () => {
    expect(momentOfDay('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  it('exists in zones far from UTC', () => {
    expect(momentOfDay('2026-11-17', '01:00', 'Pacific/Kiritimati').toISOString()).toBe('2026-11-16T11:00:00.000Z')
    expect(momentOfDay('2026-11-17', '23:00', 'UTC-11').toISOString()).toBe('2026-11-18T10:00:00.000Z')
  })
})
