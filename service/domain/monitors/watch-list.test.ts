import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonitorSettings } from './monitor-settings.ts'
import type { Recorded } from './record-beats.ts'
import { nextAfterCheck, nextMoment } from './spread.ts'
import { type Watched, WatchList } from './watch-list.ts'
import type { WatchedRow } from './watch-store.ts'

const minute = 60_000
const now = Date.parse('2026-11-15T09:00:00Z')
const usual: MonitorSettings = {
  active: true,
  intervalSeconds: 60,
  timeoutMs: 5_000,
  maxRetries: 1,
  type: 'http',
  method: 'head',
  expectedStatus: '200',
  keyword: '',
}

const row = (siteId: number, changes: Partial<WatchedRow> = {}): WatchedRow => ({
  site_id: siteId,
  share: siteId % 64,
  active: null,
  interval_seconds: null,
  timeout_ms: null,
  max_retries: null,
  type: null,
  method: null,
  expected_status: null,
  keyword: null,
  status: 'up',
  // At its last scheduled moment, like a monitor that was never late.
  checked_at: new Date(nextMoment(siteId, minute, now - minute)),
  address: '203.0.113.7',
  url: `https://site-${siteId}.example/`,
  verify_tls: true,
  http_user: null,
  http_pass: null,
  suspended: false,
  ...changes,
})

const recorded = ({ row }: Watched, status: Recorded['status'] = 'up'): Recorded => ({
  siteId: row.site_id,
  status,
  stateChange: null,
  address: row.address,
})

function watching(...rows: WatchedRow[]): WatchList {
  const list = new WatchList(usual)
  list.take([...new Set(rows.map(({ share }) => share))], rows, now)
  return list
}

/** All checks due until `end`, with their second. */
function dueBy(list: WatchList, end: number): [siteId: number, second: number][] {
  const found: [number, number][] = []
  for (let at = now; at <= end; at += 1000) {
    for (let next = list.next(at); next; next = list.next(at)) {
      found.push([next.row.site_id, (at - now) / 1000])
      list.done(next, recorded(next), at)
    }
  }
  return found
}

it('returns each monitor at its moment, once per interval', () => {
  const list = watching(row(1), row(2))
  const due = dueBy(list, now + 2 * minute)
  const seconds = (siteId: number) => due.filter(([site]) => site === siteId).map(([, second]) => second)
  expect(seconds(1)).toHaveLength(2)
  expect(seconds(1)[1]! - seconds(1)[0]!).toBe(60)
  expect(seconds(2)).toHaveLength(2)
})

it('does not return a monitor again during its check', () => {
  const list = watching(row(1))
  expect(list.next(now + minute)).toBeDefined()
  expect(list.next(now + 10 * minute)).toBeUndefined()
  list.take([1], [row(1)], now + 10 * minute)
  expect(list.next(now + 20 * minute)).toBeUndefined()
})

it('retries 20 seconds after a failure, then returns to the scheduled moments', () => {
  const list = watching(row(1))
  const first = list.next(now + minute)!
  list.done(first, recorded(first, 'pending'), now + minute)
  expect(list.next(now + minute + 19_000)).toBeUndefined()
  const again = list.next(now + minute + 20_000)!
  list.done(again, recorded(again), now + minute + 20_000)
  expect(list.earliest).toBe(nextAfterCheck(1, minute, again.since))
})

it('continues with the next moment after a check longer than the interval', () => {
  const list = watching(row(1))
  const slow = list.next(now + minute)!
  list.done(slow, recorded(slow), now + 10 * minute)
  expect(list.next(now + 10 * minute)).toBeUndefined()
  expect(list.next(now + 11 * minute)).toBeDefined()
})

it('checks a new site at once', () => {
  const list = watching(row(1))
  list.take([1], [row(1), row(65, { status: 'first', checked_at: null })], now + 1000)
  expect(list.next(now + 1000)?.row.site_id).toBe(65)
})

it('retries a failure of another process 20 seconds after it', () => {
  const list = watching(row(1, { status: 'pending', checked_at: new Date(now - 15_000) }))
  expect(list.next(now + 4_999)).toBeUndefined()
  expect(list.next(now + 5_000)).toBeDefined()
})

it('delays no site longer than the interval plus the takeover time when processes crash repeatedly', () => {
  const [halfMinute, takeoverMs] = [30_000, 8_000]
  const moment = fc.integer({ min: 5_000, max: 15_000 })
  fc.assert(
    fc.property(fc.array(moment, { minLength: 10, maxLength: 30 }), (lives) => {
      const rows = Array.from({ length: 100 }, (_, index) => row(index + 1, { interval_seconds: 30 }))
      for (const each of rows) each.checked_at = new Date(nextMoment(each.site_id, halfMinute, now - halfMinute))
      let [longest, taken] = [0, now]
      for (const life of lives) {
        const list = watching()
        list.take(
          [...new Set(rows.map(({ share }) => share))],
          rows.map((each) => ({ ...each })),
          taken,
        )
        for (let at = taken; at < taken + life; at += 100)
          for (let next = list.next(at); next; next = list.next(at)) {
            const stored = rows[next.row.site_id - 1]!
            longest = Math.max(longest, at - stored.checked_at!.getTime())
            stored.checked_at = new Date(at)
            list.done(next, recorded(next), at)
          }
        taken += life + takeoverMs
      }
      expect(longest).toBeLessThanOrEqual(halfMinute + takeoverMs + 1_000)
    }),
  )
})

describe('paused monitors', () => {
  it.each([
    ['a suspended site', row(1, { suspended: true })],
    ['a monitor that is off', row(1, { active: false })],
  ])('%s is not checked, and is returned when it has a status', (_, resting) => {
    const list = new WatchList(usual)
    expect(list.take([1], [resting], now)).toEqual([1])
    expect(list.take([1], [{ ...resting, status: 'first' }], now)).toEqual([])
    expect(list.next(now + 10 * minute)).toBeUndefined()
  })

  it('resume', () => {
    const list = watching(row(1, { suspended: true }))
    list.take([1], [row(1)], now)
    expect(list.next(now + minute)).toBeDefined()
  })
})

describe('changes', () => {
  it('of the interval apply at once', () => {
    const list = watching(row(1, { interval_seconds: 86_400, checked_at: new Date(now) }))
    expect(list.next(now + 5 * minute)).toBeUndefined()
    list.take([1], [row(1)], now)
    expect(list.next(now + minute)).toBeDefined()
  })

  it('of the global settings apply at once, except to monitors with their own settings', () => {
    const list = watching(row(1, { checked_at: new Date(now) }), row(2, { active: true, checked_at: new Date(now) }))
    expect(list.useGlobal({ ...usual, active: false }, now)).toEqual([1])
    expect(dueBy(list, now + 2 * minute).map(([site]) => site)).not.toContain(1)
    list.useGlobal(usual, now)
    expect(dueBy(list, now + 2 * minute).map(([site]) => site)).toContain(1)
  })

  it('stop checks of deleted sites and lost shares', () => {
    const list = watching(row(1), row(65), row(2))
    list.take([1], [row(1)], now)
    list.drop([2])
    expect(new Set(dueBy(list, now + 2 * minute).map(([site]) => site))).toEqual(new Set([1]))
    expect(list.size).toBe(1)
  })

  it('ignore a check that ends after its share was lost and regained', () => {
    const list = watching(row(1))
    const old = list.next(now + minute)!
    list.drop([1])
    list.take([1], [row(1, { checked_at: new Date(now + minute) })], now + minute)
    list.done(old, recorded(old, 'pending'), now + minute)
    expect(list.next(now + minute + 20_000)).toBeUndefined()
  })
})

describe('an outage on the same host', () => {
  const slow = { interval_seconds: 3600, checked_at: new Date(now) }

  it('checks the sites of the same address within ten seconds', () => {
    const list = watching(row(1, slow), row(2, slow), row(3, { ...slow, address: '203.0.113.8' }))
    expect(list.recheckSoon('203.0.113.7', 'down', now)).toBe(true)
    expect(new Set(dueBy(list, now + 10_000).map(([site]) => site))).toEqual(new Set([1, 2]))
  })

  it('does not repeat this within a minute', () => {
    const list = watching(row(1, slow))
    expect(list.recheckSoon('203.0.113.7', 'down', now)).toBe(true)
    expect(list.recheckSoon('203.0.113.7', 'down', now + 1000)).toBe(false)
    expect(list.recheckSoon('203.0.113.7', 'up', now + 1000)).toBe(true)
    expect(list.recheckSoon('203.0.113.7', 'down', now + minute)).toBe(true)
  })

  it('checks the down sites when one comes back', () => {
    const list = watching(row(1, { ...slow, status: 'down' }), row(2, slow))
    list.recheckSoon('203.0.113.7', 'up', now)
    expect(dueBy(list, now + 10_000).map(([site]) => site)).toEqual([1])
  })
})

describe('when the clock is set', () => {
  it('back, monitors do not wait for the old time', () => {
    const list = watching(row(1), row(2))
    const earlier = now - 24 * 60 * minute
    list.replanAll(earlier)
    expect(list.next(earlier + minute)).toBeDefined()
    expect(list.next(earlier + minute)).toBeDefined()
  })

  it('back, a monitor with a running check does not wait either', () => {
    const list = watching(row(1))
    const watched = list.next(now + minute)!
    const earlier = now - 24 * 60 * minute
    list.replanAll(earlier)
    list.done(watched, recorded(watched), earlier)
    expect(list.next(earlier + minute)).toBe(watched)
  })

  it('forward, checks are spread as after a restart', () => {
    const ids = Array.from({ length: 600 }, (_, index) => index + 1)
    const list = watching(...ids.map((id) => row(id)))
    const later = now + 24 * 60 * minute
    list.replanAll(later)
    let first = 0
    while (list.next(later + 1000)) first++
    expect(first).toBeLessThan(40)
    let all = first
    while (list.next(later + minute)) all++
    expect(all).toBe(600)
  })
})
