import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  type Day,
  dayAt,
  dayMs,
  daysBetween,
  isDay,
  monthsBetween,
  spanOfDays,
  startOfDay,
} from './calendar.ts'

// Clocks change at 02:00, at midnight, by a whole day (30 December 2011 did not exist in Apia), and never.
const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC', 'UTC+5.5'] as const
const zone = fc.constantFrom(...zones)
const [first, last] = [Date.UTC(2000, 0, 1), Date.UTC(2037, 11, 31)]
const instant = fc.integer({ min: first, max: last }).map((time) => new Date(time))
const day = fc.integer({ min: 0, max: (last - first) / dayMs }).map((days) => addDays('2000-01-01', days))

describe('days in a time zone', () => {
  it('every moment belongs to exactly one day', () => {
    fc.assert(
      fc.property(instant, zone, (time, zone) => {
        const own = dayAt(time, zone)
        const days = [-2, -1, 0, 1, 2].map((distance) => addDays(own, distance))
        const containing = days.filter((day) => {
          const { from, to } = spanOfDays(day, day, zone)
          return from <= time && time < to
        })
        expect(containing).toEqual([own])
      }),
    )
  })

  it('the days of a period are adjacent', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), zone, (start, length, zone) => {
        const end = addDays(start, length)
        const period = spanOfDays(start, end, zone)
        const days = Array.from({ length: length + 1 }, (_, index) => addDays(start, index))
        const spans = days.map((day) => spanOfDays(day, day, zone))
        expect(spans[0]!.from).toEqual(period.from)
        expect(spans.at(-1)!.to).toEqual(period.to)
        for (const [index, { from, to }] of spans.entries()) {
          expect(from <= to).toBe(true)
          if (index > 0) expect(from).toEqual(spans[index - 1]!.to)
        }
      }),
      { numRuns: 20 },
    )
  })

  it.each<[string, Day, string, number]>([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    // Clocks went from 24:00 to 01:00, so the day began at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    // Clocks went from 24:00 back to 23:00 of this day.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
    ['Asia/Kathmandu', '2026-11-16', '2026-11-15T18:15:00.000Z', 24],
  ])('%s: %s starts at %s and has %i hours', (zone, day, start, hours) => {
    const { from, to } = spanOfDays(day, day, zone)
    expect(from.toISOString()).toBe(start)
    expect(startOfDay(day, zone)).toEqual(from)
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(hours)
  })
})

describe('days of the calendar', () => {
  it('are made by functions: other texts do not fit the type', () => {
    // @ts-expect-error A time is no day.
    expect(addDays('2026-11-16T00:00:00Z', 1)).toBe('2026-11-17')
    const text: string = '2026-11-16'
    // @ts-expect-error A text must be checked first.
    expect(addDays(text, 1)).toBe('2026-11-17')
    expect(isDay(text) && addDays(text, 1)).toBe('2026-11-17')
  })

  it('adding days and counting them agree', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4_000, max: 4_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })

  it('adding months keeps the day of the month or takes the last one', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
    fc.assert(
      fc.property(day, fc.integer({ min: -120, max: 120 }), (day, months) => {
        expect(monthsBetween(day, addMonths(day, months))).toBe(months)
      }),
    )
  })

  it('knows which days exist', () => {
    expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '1969-12-31', '3000-01-01', '2026-1-1', ''].some(isDay)).toBe(false)
  })
})
