import type { Settings } from '../../operation/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { Logger } from '../../platform/log.ts'
import type { MetricRecorder } from '../../platform/metrics.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Checks } from './checks.ts'
import { hasHeldIncidents } from './incident-store.ts'
import { lateAfterMs, lateMonitors, monitorChecks, watchedMonitors } from './monitor-metrics.ts'
import { globalSettings } from './monitor-settings.ts'
import { announceHeldIncidents, type Recorded, recordPause } from './record-beats.ts'
import { balanceEveryMs, joinShares } from './shares.ts'
import { notifyStateChange } from './state-change-store.ts'
import { type Watched, WatchList } from './watch-list.ts'
import { listWatched, monitorsChannel, stateChangeChannel } from './watch-store.ts'

export interface MonitorWorkParts {
  db: Database
  notices: Notices
  outbound: Outbound
  secrets: Secrets
  settings: Settings
  clock: Clock
  log: Logger
  metrics?: MetricRecorder | undefined
  /** Identifies this process. */
  holder: string
  /** Monotonic milliseconds, for the leases. */
  stopwatch?: () => number
}

export interface MonitorWork {
  /** Resolves when all started work is stored. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const maxSleepMs = 1_000
// Notices can be lost, so every share is read again periodically, a few at a time.
const rereadEveryMs = 60_000
const sharesPerReading = 8
// Alarms held back during maintenance are sent this soon after its end.
const announceEveryMs = 10_000
// A clock step too large to be caused by load.
const clockJumpMs = 60_000

/** Checks this process's share of the monitors, each at its scheduled time. */
export async function startMonitorWork(parts: MonitorWorkParts): Promise<MonitorWork> {
  const { db, notices, settings, clock, log, metrics, holder } = parts
  const list = new WatchList(globalSettings(settings))
  const shares = await joinShares(parts, holder, (share) => list.drop([share]))
  const checks = new Checks({ ...parts, done: checkDone })
  const changed = new Set<number>()
  let known = settings.get('monitoring')
  let lastRunAt = clock.now().getTime()
  let rotation = 0
  let announcedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let cancelNextRun = () => {}
  let cancelBalance = () => {}
  let balancing: Promise<void> = Promise.resolve()
  let reading: Promise<void> = Promise.resolve()
  let announcing: Promise<void> = Promise.resolve()

  const now = () => clock.now().getTime()
  /** This process's part of the concurrent checks allowed for all processes; at least one. */
  const maxConcurrent = () => {
    const inAll = settings.get('advanced').svc_maximum_uptime_monitoring_requests
    return Math.max(1, Math.floor(inAll / shares.workers()))
  }
  const logWarning = (what: string) => (error: Error) => log.warn({ reason: error.message }, what)

  /** Starts due checks and schedules the next run. */
  function startDueChecks(): void {
    cancelNextRun()
    if (stopped) return
    const moment = now()
    if (moment < lastRunAt || moment - lastRunAt > clockJumpMs) list.replanAll(moment)
    lastRunAt = moment
    if (settings.get('monitoring') !== known) useSettings(moment)
    // Without a valid lease another process may be checking.
    if (shares.hasLease()) {
      const max = maxConcurrent()
      while (checks.running < max) {
        const watched = list.next(moment)
        if (!watched) break
        checks.start(watched, shares.signalOf(watched.row.share))
      }
    }
    const ahead = (list.earliest ?? Number.POSITIVE_INFINITY) - moment
    cancelNextRun = clock.after(Math.min(maxSleepMs, Math.max(ahead, 20)), startDueChecks)
  }

  function useSettings(moment: number): void {
    known = settings.get('monitoring')
    pause(list.useGlobal(globalSettings(settings), moment))
    // Monitors that were paused by default are not in the list.
    for (const share of shares.held()) changed.add(share)
  }

  function pause(siteIds: number[]): void {
    if (siteIds.length > 0) recordPause(db, siteIds, clock.now()).catch(logWarning('paused monitors were not recorded'))
  }

  function checkDone(watched: Watched, recorded: Recorded | 'gone' | undefined): void {
    if (recorded === 'gone') {
      list.remove(watched)
      return
    }
    list.done(watched, recorded, now())
    if (recorded) metrics?.increment(monitorChecks, { status: recorded.status })
    if (
      !recorded?.stateChange ||
      recorded.address === null ||
      !list.recheckSoon(recorded.address, recorded.stateChange, now())
    )
      return
    notifyStateChange(db, recorded.address, recorded.stateChange).catch(
      logWarning('other processes were not notified of a state change'),
    )
  }

  async function balance(): Promise<void> {
    const { gained, surplus } = await shares.balance()
    for (const share of [...gained, ...overdueShares()]) changed.add(share)
    reading = reading.then(readChanged).catch(logWarning('monitors were not read'))
    // A share is released only between two checks, so that no site is checked twice.
    const idle = surplus.filter((share) => !list.isBusy(share))
    if (idle.length > 0) {
      list.drop(idle)
      await shares.release(idle)
    }
    startDueChecks()
    announcing = announcing
      .then(announceAfterMaintenance)
      .catch(logWarning('incidents were not announced after maintenance'))
  }

  /** Any process may do it; the rows are locked. */
  async function announceAfterMaintenance(): Promise<void> {
    if (now() - announcedAt < announceEveryMs) return
    announcedAt = now()
    if (await hasHeldIncidents(db)) await announceHeldIncidents(db, clock.now())
  }

  function overdueShares(): number[] {
    const all = [...shares.held()]
    const count = Math.ceil((all.length * balanceEveryMs) / rereadEveryMs)
    return Array.from({ length: count }, () => rotation++ % all.length).flatMap((index) => all[index] ?? [])
  }

  async function readChanged(): Promise<void> {
    const requested = [...changed].filter((share) => shares.held().has(share))
    changed.clear()
    for (let from = 0; from < requested.length; from += sharesPerReading) {
      const part = requested.slice(from, from + sharesPerReading)
      const rows = await listWatched(db, part, globalSettings(settings).active).catch((error) => {
        for (const share of requested.slice(from)) changed.add(share)
        throw error
      })
      // A share may have moved to another process during the read.
      const stillHeld = part.filter((share) => shares.held().has(share))
      const ours = rows.filter((row) => stillHeld.includes(row.share))
      pause(list.take(stillHeld, ours, now()))
      startDueChecks()
    }
  }

  function balancePeriodically(): void {
    cancelBalance = clock.after(balanceEveryMs, () => {
      balancing = balance()
        .catch(logWarning('monitors were not divided among the processes'))
        .then(() => {
          if (!stopped) balancePeriodically()
        })
    })
  }

  metrics?.watch(watchedMonitors, () => [{ labels: {}, value: list.size }])
  metrics?.watch(lateMonitors, () => [{ labels: {}, value: list.countDueBefore(now() - lateAfterMs) }])
  await notices.subscribe(monitorsChannel, (share) => {
    if (shares.held().has(Number(share))) changed.add(Number(share))
  })
  await notices.subscribe(stateChangeChannel, (payload) => {
    const [stateChange, address] = payload.split(' ')
    if ((stateChange !== 'down' && stateChange !== 'up') || address === undefined) return
    list.recheckSoon(address, stateChange, now())
    startDueChecks()
  })
  notices.onGap(() => {
    for (const share of shares.held()) changed.add(share)
  })
  await balance()
  balancePeriodically()
  return {
    async settled() {
      await balancing
      await shares.settled()
      await reading
      await announcing
      await checks.settled()
    },
    async stop() {
      stopped = true
      cancelNextRun()
      cancelBalance()
      await balancing
      await reading
      await announcing
      await checks.stop()
      await shares.close().catch(logWarning('monitor shares were not released'))
    },
  }
}
