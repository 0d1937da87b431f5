import fc from 'fast-check'
import { expect, it } from 'vitest'
import { intervalOffset, nextAfterCheck, nextMoment } from './spread.ts'
import { busiestSecond } from './testing/busiest-second.ts'

const minute = 60_000
const now = Date.parse('2026-11-15T09:00:00Z')

it('spreads the monitors of a fleet evenly over the interval', () => {
  const ids = Array.from({ length: 6_000 }, (_, index) => index + 1)
  const moments = ids.map((id) => nextMoment(id, minute, now))
  expect(Math.min(...moments)).toBeGreaterThan(now)
  expect(Math.max(...moments)).toBeLessThanOrEqual(now + minute)
  expect(busiestSecond(moments)).toBeLessThanOrEqual(105)
  expect(busiestSecond(ids.filter((id) => id % 64 === 7).map((id) => nextMoment(id, minute, now)))).toBeLessThanOrEqual(
    5,
  )
})

it('keeps the interval', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 30, max: 86_400 }), (id, seconds) => {
      const first = nextMoment(id, seconds * 1000, now)
      const second = nextAfterCheck(id, seconds * 1000, first)
      expect(Math.abs(second - first - seconds * 1000)).toBeLessThanOrEqual(1)
    }),
  )
})

it('schedules the next check half to one interval later and returns to the scheduled moments', () => {
  const id = fc.integer({ min: 1, max: 2 ** 31 })
  const seconds = fc.integer({ min: 30, max: 86_400 })
  fc.assert(
    fc.property(id, seconds, fc.integer({ min: 0, max: 99 }), (siteId, interval, percent) => {
      const intervalMs = interval * 1000
      const late = nextMoment(siteId, intervalMs, now) + (percent * intervalMs) / 100
      const second = nextAfterCheck(siteId, intervalMs, late)
      const third = nextAfterCheck(siteId, intervalMs, second)
      for (const gap of [second - late, third - second]) {
        expect(gap).toBeGreaterThanOrEqual(intervalMs / 2 - 1)
        expect(gap).toBeLessThanOrEqual(intervalMs + 1)
      }
      const moments = [nextMoment(siteId, intervalMs, late), nextMoment(siteId, intervalMs, late) + intervalMs]
      expect([second, third].some((at) => moments.some((moment) => Math.abs(at - moment) <= 1))).toBe(true)
    }),
  )
})

it('offsets are between 0 and 1', () => {
  fc.assert(fc.property(fc.integer({ min: 1 }), (id) => intervalOffset(id) >= 0 && intervalOffset(id) < 1))
})
