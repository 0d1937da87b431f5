import { describe, expect, it } from 'vitest'
import { type AutomaticSchedule, latestRunTime } from './automatic-updates.ts'

const daily: AutomaticSchedule = { frequency: 'daily', time: '03:30', dayInWeek: 0, dayInMonth: 1, zone: 'UTC' }
const at = (now: string, schedule: Partial<AutomaticSchedule> = {}) =>
  latestRunTime(new Date(now), { ...daily, ...schedule })
    .toISOString()
    .slice(0, 16)

describe('latestRunTime', () => {
  it('returns a time every day', () => {
    expect(at('2026-11-15T03:30:00Z')).toBe('2026-11-15T03:30')
    expect(at('2026-11-15T03:29:59Z')).toBe('2026-11-14T03:30')
    expect(at('2026-11-15T00:00:00Z', { time: '' })).toBe('2026-11-15T00:00')
  })

  it('uses the configured time zone, in summer and in winter', () => {
    const berlin = { zone: 'Europe/Berlin' }
    expect(at('2026-07-01T12:00:00Z', berlin)).toBe('2026-07-01T01:30')
    expect(at('2026-12-01T12:00:00Z', berlin)).toBe('2026-12-01T02:30')
    expect(at('2026-12-01T12:00:00Z', { zone: 'UTC+5.5' })).toBe('2026-11-30T22:00')
    // In that zone it is still the day before.
    expect(at('2026-12-01T02:00:00Z', { zone: 'America/New_York' })).toBe('2026-11-30T08:30')
  })

  it('moves a skipped hour and uses a repeated hour once', () => {
    const berlin = { zone: 'Europe/Berlin', time: '02:30' }
    expect(at('2026-03-29T12:00:00Z', berlin)).toBe('2026-03-29T01:30')
    expect(at('2026-10-25T12:00:00Z', berlin)).toBe('2026-10-25T01:30')
  })

  it('returns a time every week, on the configured day', () => {
    const monday = { frequency: 'weekly', dayInWeek: 1 } as const
    expect(at('2026-11-15T12:00:00Z', monday)).toBe('2026-11-09T03:30')
    expect(at('2026-11-16T03:29:00Z', monday)).toBe('2026-11-09T03:30')
    expect(at('2026-11-16T03:30:00Z', monday)).toBe('2026-11-16T03:30')
  })

  it('returns a time every month, on the last day of shorter months', () => {
    const monthly = (dayInMonth: number) => ({ frequency: 'monthly', dayInMonth }) as const
    expect(at('2026-11-15T12:00:00Z', monthly(10))).toBe('2026-11-10T03:30')
    expect(at('2026-11-09T12:00:00Z', monthly(10))).toBe('2026-10-10T03:30')
    expect(at('2026-11-30T12:00:00Z', monthly(31))).toBe('2026-11-30T03:30')
    expect(at('2027-02-28T12:00:00Z', monthly(30))).toBe('2027-02-28T03:30')
    expect(at('2026-11-15T12:00:00Z', monthly(0))).toBe('2026-11-01T03:30')
  })
})
