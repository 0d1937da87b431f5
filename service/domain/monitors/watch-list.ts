import { DueQueue } from '../../platform/outbound/due-queue.ts'
import { catchUp, paceOf } from './catch-up.ts'
import { effectiveSettings, type MonitorSettings, ownSettings } from './monitor-settings.ts'
import type { Recorded } from './record-beats.ts'
import { SameHostSites } from './same-host-sites.ts'
import { nextAfterCheck, nextAfterFailure, nextMoment, placeOf } from './spread.ts'
import type { WatchedRow } from './watch-store.ts'

/** A monitor that this process checks. */
export interface Watched {
  row: WatchedRow
  settings: MonitorSettings
  /** Milliseconds since 1970; null while it is being checked, or rests. */
  due: number | null
  busy: boolean
  /** When the check that is under way was due. */
  since: number
}

/** Sites at an address that is in trouble are looked at within this time, so that an outage of a host is known as one. */
const hurryMs = 10_000
// An address of a content network may stand for thousands of sites; some of them tell enough.
const mostHurried = 300

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
  // An entry that was put off or forgotten meanwhile stays in the queue until its time and is then passed over.
  readonly #queue = new DueQueue<{ watched: Watched; due: number }>()
  readonly #neighbours = new SameHostSites<Watched>()
  #global: MonitorSettings

  constructor(global: MonitorSettings) {
    this.#global = global
  }

  get size(): number {
    return [...this.#byShare.values()].reduce((sum, share) => sum + share.size, 0)
  }

  get earliest(): number | undefined {
    return this.#queue.earliest
  }

  /** Takes shares as the database has them; answers the monitors that rest although they have an opinion of their site. */
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
      for (const [siteId, watched] of before ?? []) if (!after.has(siteId)) this.#forget(watched)
      this.#byShare.set(share, after)
    }
    this.#planFirst(unplanned, shares, now)
    return rows.filter((row) => row.status !== 'first' && this.#isPaused(row)).map((row) => row.site_id)
  }

  drop(shares: readonly number[]): void {
    for (const share of shares) {
      for (const watched of this.#byShare.get(share)?.values() ?? []) this.#forget(watched)
      this.#byShare.delete(share)
    }
  }

  isBusy(share: number): boolean {
    return [...(this.#byShare.get(share)?.values() ?? [])].some((watched) => watched.busy)
  }

  /** The next monitor that is due, which is then busy until `done`. */
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

  /** The check of a monitor is over; `recorded` is undefined when nothing could be made of it. */
  done(watched: Watched, recorded: Recorded | undefined, now: number): void {
    watched.busy = false
    const checked_at = new Date(watched.since)
    if (recorded) watched.row = { ...watched.row, checked_at, status: recorded.status, address: recorded.address }
    if (!this.#isWatched(watched)) return
    this.#neighbours.settle(watched, watched.row.address)
    if (isPaused(watched)) return
    const { row, settings } = watched
    const intervalMs = settings.intervalSeconds * 1000
    const due = nextAfterCheck(row.site_id, intervalMs, watched.since)
    // Further ahead than an interval: the clock was set back during the check.
    const isAhead = due > now && due <= now + intervalMs
    const usual = isAhead ? due : nextMoment(row.site_id, intervalMs, now)
    this.#plan(watched, recorded?.status === 'pending' ? nextAfterFailure(intervalMs, now) : usual)
  }

  /** Its site is gone. */
  remove(watched: Watched): void {
    if (this.#isWatched(watched)) this.#byShare.get(watched.row.share)!.delete(watched.row.site_id)
    this.#forget(watched)
  }

  /** What holds for all has changed. */
  useGlobal(global: MonitorSettings, now: number): number[] {
    this.#global = global
    const rows = Array.from(this.#all(), ({ row }) => row)
    return this.take([...this.#byShare.keys()], rows, now)
  }

  /**
   * Looks soon at the other sites of an address where one went down, or came back, so that what happens to a host is
   * known as one thing. False when that was done a moment ago.
   */
  hurry(address: string, turn: 'down' | 'up', now: number): boolean {
    if (!this.#neighbours.isNews(`${turn} ${address}`, now)) return false
    const others = this.#neighbours
      .at(address)
      .filter(({ row, due }) => due !== null && (row.status === 'down') === (turn === 'up'))
    for (const watched of others.slice(0, mostHurried)) {
      const soon = now + Math.floor(placeOf(watched.row.site_id) * hurryMs)
      if (soon < watched.due!) this.#plan(watched, soon)
    }
    return true
  }

  /** The clock was set: every time that was planned is wrong. */
  planAnew(now: number): void {
    const planned = [...this.#all()].filter(({ due }) => due !== null)
    this.#planFirst(planned, [...this.#byShare.keys()], now)
  }

  /** Takes over what the database has of it; true when it has to be planned. */
  #refresh(watched: Watched, row: WatchedRow): boolean {
    const before = { ...watched, interval: watched.settings.intervalSeconds, status: watched.row.status }
    watched.row = row
    this.#neighbours.settle(watched, row.address)
    watched.settings = effectiveSettings(ownSettings(row), this.#global)
    if (watched.busy) return false
    if (isPaused(watched)) {
      watched.due = null
      return false
    }
    if (before.due === null || before.interval !== watched.settings.intervalSeconds) return true
    return row.status === 'pending' && before.status !== 'pending'
  }

  /** Plans monitors of these shares that were not planned here before. */
  #planFirst(unplanned: readonly Watched[], shares: readonly number[], now: number): void {
    if (unplanned.length === 0) return
    const all = shares.flatMap((share) => [...(this.#byShare.get(share)?.values() ?? [])])
    const pace = paceOf(all.filter((watched) => !isPaused(watched)))
    for (const { monitor, at } of catchUp(unplanned, pace, now)) this.#plan(monitor, at)
  }

  #plan(watched: Watched, due: number): void {
    watched.due = due
    this.#queue.add(due, { watched, due })
  }

  #forget(watched: Watched): void {
    watched.due = null
    this.#neighbours.settle(watched, null)
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
