import type { Settings } from '../../operation/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { Logger } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Checks } from './checks.ts'
import { globalSettings } from './monitor-settings.ts'
import { type Recorded, recordPause } from './record-beats.ts'
import { joinShares, renewEveryMs } from './shares.ts'
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
  /** Tells this process from others. */
  holder: string
}

export interface MonitorWork {
  /** Resolves when everything that has begun is done and kept. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const longestSleepMs = 1_000
// Notices can be lost: every share is read again from time to time, a few at a time.
const readAgainMs = 60_000
const sharesPerReading = 8
// A step of the clock that no busy moment explains.
const jumpMs = 60_000

/** The part of a process that checks monitors: its share of them, each at its time. */
export async function startMonitorWork(parts: MonitorWorkParts): Promise<MonitorWork> {
  const { db, notices, settings, clock, log, holder } = parts
  const shares = await joinShares(db, clock, holder)
  const list = new WatchList(globalSettings(settings))
  const checks = new Checks({ ...parts, done: checkDone })
  const changed = new Set<number>()
  let known = settings.get('monitoring')
  let lastLook = clock.now().getTime()
  let rotation = 0
  let stopped = false
  let forgetLook = () => {}
  let forgetRenewal = () => {}
  let renewing: Promise<void> = Promise.resolve()
  let reading: Promise<void> = Promise.resolve()

  const now = () => clock.now().getTime()
  /** This process's part of the checks that may run at once in all of them; each may have at least one. */
  const atOnce = () => {
    const inAll = settings.get('advanced').svc_maximum_uptime_monitoring_requests
    return Math.max(1, Math.floor(inAll / shares.workers()))
  }
  const complain = (what: string) => (error: Error) => log.warn({ reason: error.message }, what)

  /** Starts what is due, and comes back when the next monitor is. */
  function look(): void {
    forgetLook()
    if (stopped) return
    const moment = now()
    if (moment < lastLook || moment - lastLook > jumpMs) list.planAnew(moment)
    lastLook = moment
    if (settings.get('monitoring') !== known) useSettings(moment)
    // Without a sure lease somebody else may be checking by now.
    if (shares.isSure()) {
      const most = atOnce()
      while (checks.running < most) {
        const watched = list.next(moment)
        if (!watched) break
        checks.start(watched)
      }
    }
    const ahead = (list.earliest ?? Number.POSITIVE_INFINITY) - moment
    forgetLook = clock.after(Math.min(longestSleepMs, Math.max(ahead, 20)), look)
  }

  function useSettings(moment: number): void {
    known = settings.get('monitoring')
    pause(list.useGlobal(globalSettings(settings), moment))
  }

  function pause(siteIds: number[]): void {
    if (siteIds.length > 0) recordPause(db, siteIds, clock.now()).catch(complain('monitors that rest were not noted'))
  }

  function checkDone(watched: Watched, recorded: Recorded | 'gone' | undefined): void {
    if (recorded === 'gone') {
      list.remove(watched)
      return
    }
    list.done(watched, recorded, now())
    if (!recorded?.turn || recorded.address === null || !list.hurry(recorded.address, recorded.turn, now())) return
    notifyStateChange(db, recorded.address, recorded.turn).catch(complain('other processes were not told of a turn'))
  }

  async function renew(): Promise<void> {
    const { gained, lost, surplus } = await shares.renew()
    list.drop(lost)
    for (const share of [...gained, ...overdueShares()]) changed.add(share)
    // Not waited for: a lease must be renewed in time, however much there is to read.
    reading = reading.then(readChanged).catch(complain('monitors were not read'))
    // A share is handed over only between two checks, so that nobody checks twice.
    const idle = surplus.filter((share) => !list.isBusy(share))
    if (idle.length > 0) {
      list.drop(idle)
      await shares.giveUp(idle)
    }
    look()
  }

  function overdueShares(): number[] {
    const all = [...shares.held()]
    const count = Math.ceil((all.length * renewEveryMs) / readAgainMs)
    return Array.from({ length: count }, () => all[rotation++ % all.length]!)
  }

  async function readChanged(): Promise<void> {
    const wanted = [...changed].filter((share) => shares.held().has(share))
    changed.clear()
    for (let from = 0; from < wanted.length; from += sharesPerReading) {
      const part = wanted.slice(from, from + sharesPerReading)
      const rows = await listWatched(db, part).catch((error) => {
        for (const share of wanted.slice(from)) changed.add(share)
        throw error
      })
      // A share may have gone to somebody else while it was read.
      const kept = part.filter((share) => shares.held().has(share))
      const ours = rows.filter((row) => kept.includes(row.share))
      pause(list.take(kept, ours, now()))
      look()
    }
  }

  function renewAgainAndAgain(): void {
    forgetRenewal = clock.after(renewEveryMs, () => {
      renewing = renew()
        .catch(complain('the shares of monitors were not renewed'))
        .then(() => {
          if (!stopped) renewAgainAndAgain()
        })
    })
  }

  await notices.hear(monitorsChannel, (share) => {
    if (shares.held().has(Number(share))) changed.add(Number(share))
  })
  await notices.hear(stateChangeChannel, (payload) => {
    const [turn, address] = payload.split(' ') as ['down' | 'up', string]
    list.hurry(address, turn, now())
    look()
  })
  notices.onGap(() => {
    for (const share of shares.held()) changed.add(share)
  })
  await renew()
  renewAgainAndAgain()
  return {
    async settled() {
      await renewing
      await reading
      await checks.settled()
    },
    async stop() {
      stopped = true
      forgetLook()
      forgetRenewal()
      await renewing
      await reading
      await checks.stop()
      await shares.close().catch(complain('the shares of monitors were not given back'))
    },
  }
}
