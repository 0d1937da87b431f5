import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAfterCheck, nextMoment, placeOf, resumeAt } from './spread.ts'

const minute = 60_000
const now = Date.parse('2026-11-15T09:00:00Z')

/** How many of these moments fall into the fullest second. */
function fullestSecond(moments: number[]): number {
  const perSecond = Map.groupBy(moments, (moment) => Math.floor(moment / 1000))
  return Math.max(...[...perSecond.values()].map((those) => those.length))
}

it('spreads the monitors of a fleet evenly over the interval', () => {
  const ids = Array.from({ length: 6_000 }, (_, index) => index + 1)
  const moments = ids.map((id) => nextMoment(id, minute, now))
  expect(Math.min(...moments)).toBeGreaterThan(now)
  expect(Math.max(...moments)).toBeLessThanOrEqual(now + minute)
  expect(fullestSecond(moments)).toBeLessThanOrEqual(105)
  expect(fullestSecond(ids.filter((id) => id % 64 === 7).map((id) => nextMoment(id, minute, now)))).toBeLessThanOrEqual(
    5,
  )
})

it('keeps to the interval for ever', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 30, max: 86_400 }), (id, seconds) => {
      const first = nextMoment(id, seconds * 1000, now)
      const second = nextAfterCheck(id, seconds * 1000, first)
      expect(Math.abs(second - first - seconds * 1000)).toBeLessThanOrEqual(1)
    }),
  )
})

it('a check that came late is followed by the next moment that is not right behind it', () => {
  const moment = nextMoment(5, minute, now)
  expect(nextAfterCheck(5, minute, moment + 10_000)).toBe(moment + minute)
  expect(nextAfterCheck(5, minute, moment + 50_000)).toBe(moment + 2 * minute)
})

describe('after a restart', () => {
  const ids = Array.from({ length: 6_000 }, (_, index) => index + 1)
  // Each was last checked in its own moment before the service stopped.
  const lastBefore = (id: number, stop: number) => nextMoment(id, minute, stop - minute)

  it.each([5_000, 45_000, 10 * minute, 3 * 24 * 60 * minute])('of %d ms no second asks for a herd', (gap) => {
    const moments = ids.map((id) => resumeAt(id, minute, lastBefore(id, now - gap), now))
    expect(Math.max(...moments)).toBeLessThanOrEqual(now + minute)
    // One for each time the wait doubles within an interval, and what is due anyway.
    expect(fullestSecond(moments)).toBeLessThanOrEqual(5 * 105)
  })

  it('several changes of who watches do not put a check off again', () => {
    const stop = now - 6_000
    for (const id of ids.slice(0, 1_000)) {
      const moment = resumeAt(id, minute, lastBefore(id, stop), now)
      for (let later = now; later < moment; later += 500)
        expect(resumeAt(id, minute, lastBefore(id, stop), later)).toBe(moment)
    }
  })

  it('what was missed by seconds is made up for within as many seconds', () => {
    const overdue = ids.filter((id) => nextAfterCheck(id, minute, lastBefore(id, now - 6_000)) <= now)
    expect(overdue.length).toBeGreaterThan(500)
    for (const id of overdue)
      expect(resumeAt(id, minute, lastBefore(id, now - 6_000), now)).toBeLessThanOrEqual(now + 6_000)
  })

  it('a daily monitor that was missed waits minutes, not another day', () => {
    const day = 24 * 60 * minute
    for (const id of ids.slice(0, 100)) {
      expect(resumeAt(id, day, now - 3 * day, now)).toBeLessThanOrEqual(now + 5 * minute)
    }
  })

  it('a last check that lies ahead, because the clock was set back, holds nothing up', () => {
    for (const id of ids.slice(0, 100))
      expect(resumeAt(id, minute, now + 3_600_000, now)).toBeLessThanOrEqual(now + minute)
  })
})

it('places lie between 0 and 1', () => {
  fc.assert(fc.property(fc.integer({ min: 1 }), (id) => placeOf(id) >= 0 && placeOf(id) < 1))
})
