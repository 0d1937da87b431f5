import { describe, expect, it } from 'vitest'
import { catchUp, checksPerMs, type Unplanned } from './catch-up.ts'
import { nextAfterCheck, nextMoment } from './spread.ts'
import { busiestSecond } from './testing/busiest-second.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.parse('2026-11-15T09:00:00Z')
const ids = Array.from({ length: 6_000 }, (_, index) => index + 1)

const monitor = (siteId: number, checked: number | null, intervalMs = minute): Unplanned => ({
  row: { site_id: siteId, status: 'up', checked_at: checked === null ? null : new Date(checked) },
  settings: { intervalSeconds: intervalMs / 1000 },
})
/** A fleet in which each site was last checked at its scheduled moment before the service stopped. */
const stoppedAt = (stop: number, intervalMs = minute) =>
  ids.map((id) => monitor(id, nextMoment(id, intervalMs, stop - intervalMs), intervalMs))
const planned = (monitors: Unplanned[]) => catchUp(monitors, checksPerMs(monitors), now)
const moments = (monitors: Unplanned[]) => planned(monitors).map(({ at }) => at)
const dueAt = ({ row }: Unplanned) => nextAfterCheck(row.site_id, minute, row.checked_at!.getTime())

describe('after a restart', () => {
  it.each([5_000, 45_000, 10 * minute, 3 * day])('of %d ms, checks are spread over the seconds', (gap) => {
    const plan = moments(stoppedAt(now - gap))
    expect(plan).toHaveLength(ids.length)
    expect(Math.min(...plan)).toBeGreaterThanOrEqual(now)
    expect(Math.max(...plan)).toBeLessThanOrEqual(now + minute)
    // Twice the usual rate, plus the checks that are due anyway.
    expect(busiestSecond(plan)).toBeLessThanOrEqual(3 * 105)
  })

  it('runs the longest overdue check first, at once, and delays no other check longer', () => {
    const overdue = planned(stoppedAt(now - 6_000)).filter(({ monitor: each }) => dueAt(each) <= now)
    const dues = overdue.map(({ monitor: each }) => dueAt(each))
    expect(dues.length).toBeGreaterThan(500)
    expect(overdue[0]!.at).toBe(now)
    expect(dues).toEqual(dues.toSorted((one, other) => one - other))
    for (const { monitor: each, at } of overdue) expect(at - dueAt(each)).toBeLessThanOrEqual(6_100)
  })

  it('runs a monitor that missed ten intervals before one that is late by part of an interval', () => {
    const daily = monitor(1, now - 1.9 * day, day)
    const frequent = monitor(2, now - 10 * minute)
    expect(planned([daily, frequent]).map(({ monitor: each }) => each)).toEqual([frequent, daily])
  })

  it('delays missed daily monitors by minutes, not by another day', () => {
    const plan = moments(stoppedAt(now - 3 * day, day))
    expect(Math.max(...plan)).toBeLessThanOrEqual(now + 5 * minute)
    expect(busiestSecond(plan)).toBeLessThanOrEqual(ids.length / (5 * 60) + 1)
  })

  it.each([
    ['monitors that were never checked', null],
    ['monitors whose last check is in the future after the clock was set back', now + day],
  ])('runs %s first, at the same rate', (_, checked) => {
    const late = monitor(7_000, now - 10 * minute)
    const plan = planned([late, ...ids.map((id) => monitor(id, checked))])
    const at = plan.map((each) => each.at)
    expect(Math.max(...at)).toBeLessThanOrEqual(now + minute / 2 + 1)
    expect(busiestSecond(at)).toBeLessThanOrEqual(201)
    expect(plan.at(-1)!.monitor).toBe(late)
  })

  it('checks a few monitors within two seconds', () => {
    expect(moments([1, 2, 3].map((id) => monitor(id, now - 10 * minute)))).toEqual([now, now + 250, now + 500])
  })
})
