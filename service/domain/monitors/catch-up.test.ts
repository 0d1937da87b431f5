import { describe, expect, it } from 'vitest'
import { catchUp, paceOf, type Unplanned } from './catch-up.ts'
import { nextAfterCheck, nextMoment } from './spread.ts'
import { fullestSecond } from './testing/fullest-second.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.parse('2026-11-15T09:00:00Z')
const ids = Array.from({ length: 6_000 }, (_, index) => index + 1)

const monitor = (siteId: number, checked: number | null, intervalMs = minute): Unplanned => ({
  row: { site_id: siteId, status: 'up', checked_at: checked === null ? null : new Date(checked) },
  settings: { intervalSeconds: intervalMs / 1000 },
})
/** A fleet of which each was last checked in its own moment before the service stopped. */
const stoppedAt = (stop: number, intervalMs = minute) =>
  ids.map((id) => monitor(id, nextMoment(id, intervalMs, stop - intervalMs), intervalMs))
const planned = (monitors: Unplanned[]) => catchUp(monitors, paceOf(monitors), now)
const moments = (monitors: Unplanned[]) => planned(monitors).map(({ at }) => at)
const dueAt = ({ row }: Unplanned) => nextAfterCheck(row.site_id, minute, row.checked_at!.getTime())

describe('after a restart', () => {
  it.each([5_000, 45_000, 10 * minute, 3 * day])('of %d ms no second asks for a herd', (gap) => {
    const plan = moments(stoppedAt(now - gap))
    expect(plan).toHaveLength(ids.length)
    expect(Math.min(...plan)).toBeGreaterThanOrEqual(now)
    expect(Math.max(...plan)).toBeLessThanOrEqual(now + minute)
    // Twice as many as usual, and what is due anyway.
    expect(fullestSecond(plan)).toBeLessThanOrEqual(3 * 105)
  })

  it('what waits longest comes first and at once, and nothing waits longer than that', () => {
    const overdue = planned(stoppedAt(now - 6_000)).filter(({ monitor: each }) => dueAt(each) <= now)
    const dues = overdue.map(({ monitor: each }) => dueAt(each))
    expect(dues.length).toBeGreaterThan(500)
    expect(overdue[0]!.at).toBe(now)
    expect(dues).toEqual(dues.toSorted((one, other) => one - other))
    for (const { monitor: each, at } of overdue) expect(at - dueAt(each)).toBeLessThanOrEqual(6_100)
  })

  it('one that missed its interval ten times comes before one that is late by a part of it', () => {
    const daily = monitor(1, now - 1.9 * day, day)
    const often = monitor(2, now - 10 * minute)
    expect(planned([daily, often]).map(({ monitor: each }) => each)).toEqual([often, daily])
  })

  it('daily monitors that were missed wait minutes, not another day', () => {
    const plan = moments(stoppedAt(now - 3 * day, day))
    expect(Math.max(...plan)).toBeLessThanOrEqual(now + 5 * minute)
    expect(fullestSecond(plan)).toBeLessThanOrEqual(ids.length / (5 * 60) + 1)
  })

  it.each([
    ['those that were never checked', null],
    ['those whose last check lies ahead, because the clock was set back,', now + day],
  ])('%s come first, at the same pace', (_, checked) => {
    const late = monitor(7_000, now - 10 * minute)
    const plan = planned([late, ...ids.map((id) => monitor(id, checked))])
    const at = plan.map((each) => each.at)
    expect(Math.max(...at)).toBeLessThanOrEqual(now + minute / 2 + 1)
    expect(fullestSecond(at)).toBeLessThanOrEqual(201)
    expect(plan.at(-1)!.monitor).toBe(late)
  })

  it('a few are checked within a second or two', () => {
    expect(moments([1, 2, 3].map((id) => monitor(id, now - 10 * minute)))).toEqual([now, now + 250, now + 500])
  })
})
