import { DueQueue } from '../../platform/outbound/due-queue.ts'
import { catchUp, checksPerMs } from './catch-up.ts'
import { effectiveSettings, type MonitorSettings, ownSettings } from './monitor-settings.ts'
import type { Recorded } from './record-beats.ts'
import { SameHostSites } from './same-host-sites.ts'
import { intervalOffset, nextAfterCheck, nextAfterFailure, nextMoment } from './spread.ts'
import type { WatchedRow } from './watch-store.ts'

/** A monitor that this process checks. */
export interface Watched {
  row: WatchedRow
  settings: MonitorSettings
  /** Milliseconds since 1970; null during a check or a pause. */
  due: number | null
  busy: boolean
  /** When the running check was due. */
  since: number
}

/** Sites at a failing address are checked within this time, so that a host outage is reported as one. */
const recheckWithinMs = 10_000
// A CDN address may serve thousands of sites; checking some of them is enough.
const maxRechecked = 300

export const isPaused = ({ row, settings }: Pick<Watched, 'row' | 'settings'>) => row.suspended || !settings.active

const newlyWatched = (row: WatchedRow, settings: MonitorSettings): Watched => ({
  row,
  settings,
  due: null,
  busy: false,
  since: 0,
})

/** The monitors of this process and when each is due. */
export class WatchList {
  readonly #byShare = new Map<number, Map<number, Watched>>()
  // A rescheduled or removed entry stays in the queue until its time and is then skipped.
  readonly #queue = new DueQueue<{ watched: Watched; due: number }>()
  readonly #sameHost = new SameHostSites<Watched>()
  #global: MonitorSettings

  constructor(global: MonitorSettings) {
    this.#global = global
  }

  get size(): number {
    return [...this.#byShare.values()].reduce((sum, share) => sum + share.size, 0)
  }

  countDueBefore(then: number): number {
    if ((this.earliest ?? Number.POSITIVE_INFINITY) >= then) return 0
    return this.#all().reduce((sum, { due }) => (due !== null && due < then ? sum + 1 : sum), 0)
  }

  get earliest(): number | undefined {
    return this.#queue.earliest
  }

  /** Loads shares as stored; returns the paused monitors that still have a status. */
  take(shares: readonly number[], rows: readonly WatchedRow[], now: number): number[] {
    const byShare = Map.groupBy(rows, (row) => row.share)
    const unplanned: Watched[] = []
    for (const share of shares) {
      const before = this.#byShare.get(share)
      const after = new Map<number, Watched>()
      for (const row of byShare.get(share) ?? []) {
        const watched = before?.get(row.site_id) ?? newlyWatched(row, this.#global)
        after.set(row.site_id, watched)
        if (this.#refresh(watched, row)) unplanned.push(watched)
      }
      for (const [siteId, watched] of before ?? []) if (!after.has(siteId)) this.#detach(watched)
      this.#byShare.set(share, after)
    }
    this.#planFirst(unplanned, shares, now)
    return rows.filter((row) => row.status !== 'first' && this.#isPaused(row)).map((row) => row.site_id)
  }

  drop(shares: readonly number[]): void {
    for (const share of shares) {
      for (const watched of this.#byShare.get(share)?.values() ?? []) this.#detach(watched)
      this.#byShare.delete(share)
    }
  }

  isBusy(share: number): boolean {
    return [...(this.#byShare.get(share)?.values() ?? [])].some((watched) => watched.busy)
  }

  /** Returns the next due monitor, which is busy until `done`. */
  next(now: number): Watched | undefined {
    for (;;) {
      const entry = this.#queue.take(now)
      if (!entry) return undefined
      const { watched, due } = entry
      if (watched.due !== due || watched.busy) continue
      watched.due = null
      watched.busy = true
      watched.since = due
      return watched
    }
  }

  /** Ends the check of a monitor; `recorded` is undefined without a result. */
  done(watched: Watched, recorded: Recorded | undefined, now: number): void {
    watched.busy = false
    const checked_at = new Date(watched.since)
    if (recorded) watched.row = { ...watched.row, checked_at, status: recorded.status, address: recorded.address }
    if (!this.#isWatched(watched)) return
    this.#sameHost.setAddress(watched, watched.row.address)
    if (isPaused(watched)) return
    const { row, settings } = watched
    const intervalMs = settings.intervalSeconds * 1000
    const due = nextAfterCheck(row.site_id, intervalMs, watched.since)
    // More than an interval ahead: the clock was set back during the check.
    const isAhead = due > now && due <= now + intervalMs
    const usual = isAhead ? due : nextMoment(row.site_id, intervalMs, now)
    this.#plan(watched, recorded?.status === 'pending' ? nextAfterFailure(intervalMs, now) : usual)
  }

  /** Removes the monitor of a deleted site. */
  remove(watched: Watched): void {
    if (this.#isWatched(watched)) this.#byShare.get(watched.row.share)?.delete(watched.row.site_id)
    this.#detach(watched)
  }

  /** Applies changed global settings. */
  useGlobal(global: MonitorSettings, now: number): number[] {
    this.#global = global
    const rows = Array.from(this.#all(), ({ row }) => row)
    return this.take([...this.#byShare.keys()], rows, now)
  }

  /**
   * Soon checks the other sites of an address where one went down or came back, so that a host outage is reported as
   * one. False when that happened within the last minute.
   */
  recheckSoon(address: string, stateChange: 'down' | 'up', now: number): boolean {
    if (!this.#sameHost.isNewEvent(`${stateChange} ${address}`, now)) return false
    const others = this.#sameHost
      .at(address)
      .filter(({ row, due }) => due !== null && (row.status === 'down') === (stateChange === 'up'))
    for (const watched of others.slice(0, maxRechecked)) {
      const soon = now + Math.floor(intervalOffset(watched.row.site_id) * recheckWithinMs)
      if (watched.due !== null && soon < watched.due) this.#plan(watched, soon)
    }
    return true
  }

  /** Reschedules everything after the clock was set. */
  replanAll(now: number): void {
    const planned = [...this.#all()].filter(({ due }) => due !== null)
    this.#planFirst(planned, [...this.#byShare.keys()], now)
  }

  /** Applies the stored row; true when the monitor must be scheduled. */
  #refresh(watched: Watched, row: WatchedRow): boolean {
    const before = { ...watched, interval: watched.settings.intervalSeconds, status: watched.row.status }
    watched.row = row
    this.#sameHost.setAddress(watched, row.address)
    watched.settings = effectiveSettings(ownSettings(row), this.#global)
    if (watched.busy) return false
    if (isPaused(watched)) {
      watched.due = null
      return false
    }
    if (before.due === null || before.interval !== watched.settings.intervalSeconds) return true
    return row.status === 'pending' && before.status !== 'pending'
  }

  /** Schedules monitors of these shares that this process had not scheduled before. */
  #planFirst(unplanned: readonly Watched[], shares: readonly number[], now: number): void {
    if (unplanned.length === 0) return
    const all = shares.flatMap((share) => [...(this.#byShare.get(share)?.values() ?? [])])
    const rate = checksPerMs(all.filter((watched) => !isPaused(watched)))
    for (const { monitor, at } of catchUp(unplanned, rate, now)) this.#plan(monitor, at)
  }

  #plan(watched: Watched, due: number): void {
    watched.due = due
    this.#queue.add(due, { watched, due })
  }

  #detach(watched: Watched): void {
    watched.due = null
    this.#sameHost.setAddress(watched, null)
  }

  #isWatched(watched: Watched): boolean {
    const { share, site_id } = watched.row
    return this.#byShare.get(share)?.get(site_id) === watched
  }

  #isPaused(row: WatchedRow): boolean {
    return isPaused({ row, settings: effectiveSettings(ownSettings(row), this.#global) })
  }

  *#all(): Generator<Watched> {
    for (const share of this.#byShare.values()) yield* share.values()
  }
}
