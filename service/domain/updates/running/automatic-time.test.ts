import { describe, expect, it } from 'vitest'
import { latestMoment, type Timetable } from './automatic-time.ts'

const daily: Timetable = { frequency: 'daily', time: '03:30', dayInWeek: 0, dayInMonth: 1, zone: 'UTC' }
const at = (now: string, timetable: Partial<Timetable> = {}) =>
  latestMoment(new Date(now), { ...daily, ...timetable })
    .toISOString()
    .slice(0, 16)

describe('the timetable of automatic updates', () => {
  it('has a moment every day', () => {
    expect(at('2026-11-15T03:30:00Z')).toBe('2026-11-15T03:30')
    expect(at('2026-11-15T03:29:59Z')).toBe('2026-11-14T03:30')
    expect(at('2026-11-15T00:00:00Z', { time: '' })).toBe('2026-11-15T00:00')
  })

  it('goes by the time zone that is set, in summer and in winter', () => {
    const berlin = { zone: 'Europe/Berlin' }
    expect(at('2026-07-01T12:00:00Z', berlin)).toBe('2026-07-01T01:30')
    expect(at('2026-12-01T12:00:00Z', berlin)).toBe('2026-12-01T02:30')
    expect(at('2026-12-01T12:00:00Z', { zone: 'UTC+5.5' })).toBe('2026-11-30T22:00')
    // Here it is still the day before.
    expect(at('2026-12-01T02:00:00Z', { zone: 'America/New_York' })).toBe('2026-11-30T08:30')
  })

  it('knows no hour that the clocks leave out, and one moment of an hour that comes twice', () => {
    const berlin = { zone: 'Europe/Berlin', time: '02:30' }
    expect(at('2026-03-29T12:00:00Z', berlin)).toBe('2026-03-29T01:30')
    expect(at('2026-10-25T12:00:00Z', berlin)).toBe('2026-10-25T01:30')
  })

  it('has a moment every week, on the day that is set', () => {
    const monday = { frequency: 'weekly', dayInWeek: 1 } as const
    expect(at('2026-11-15T12:00:00Z', monday)).toBe('2026-11-09T03:30')
    expect(at('2026-11-16T03:29:00Z', monday)).toBe('2026-11-09T03:30')
    expect(at('2026-11-16T03:30:00Z', monday)).toBe('2026-11-16T03:30')
  })

  it('has a moment every month, on the last day where there is no such day', () => {
    const monthly = (dayInMonth: number) => ({ frequency: 'monthly', dayInMonth }) as const
    expect(at('2026-11-15T12:00:00Z', monthly(10))).toBe('2026-11-10T03:30')
    expect(at('2026-11-09T12:00:00Z', monthly(10))).toBe('2026-10-10T03:30')
    expect(at('2026-11-30T12:00:00Z', monthly(31))).toBe('2026-11-30T03:30')
    expect(at('2027-02-28T12:00:00Z', monthly(30))).toBe('2027-02-28T03:30')
    expect(at('2026-11-15T12:00:00Z', monthly(0))).toBe('2026-11-01T03:30')
  })
})
