import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { momentIn, wallClock } from '../../../platform/time-zone.ts'
import { startJob } from '../../jobs/index.ts'
import {
  hasStoredPolicies,
  listSitesOfWindowedViews,
  listSitesWithWindows,
  openWindow,
  readSitePolicies,
  takeSiteWindows,
} from '../../update-policies/index.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import type { UpdateType } from '../update.ts'
import { listPolicyUpdates } from '../update-store.ts'
import {
  isRunTimeTaken,
  listSiteAddresses,
  listSitesForAutomaticUpdates,
  recordAutomaticJob,
  takeRunTime,
} from './automatic-update-store.ts'

/** When automatic updates run, from the settings. */
export interface AutomaticSchedule {
  frequency: 'daily' | 'weekly' | 'monthly'
  /** HH:MM; empty means midnight. */
  time: string
  /** 0 is Sunday. */
  dayInWeek: number
  /** Shorter months use their last day; 0 means the first. */
  dayInMonth: number
  zone: string
}

const dayMs = 86_400_000
/** No two run times are further apart. */
const maxGapDays = 62

/** The last run time that is not in the future. */
export function latestRunTime(now: Date, schedule: AutomaticSchedule): Date {
  const { year, month, day } = wallClock(now, schedule.zone)
  for (let back = 0; back <= maxGapDays; back++) {
    // Calendar days at noon, so that no change of clocks shifts them.
    const date = new Date(Date.UTC(year, month - 1, day, 12) - back * dayMs)
    if (!isDayOf(date, schedule)) continue
    const runTime = runTimeOn(date, schedule)
    if (runTime <= now) return runTime
  }
  throw new Error('The schedule has no day. This is a bug.')
}

function isDayOf(date: Date, { frequency, dayInWeek, dayInMonth }: AutomaticSchedule): boolean {
  if (frequency === 'daily') return true
  if (frequency === 'weekly') return date.getUTCDay() === dayInWeek
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(Math.max(1, dayInMonth), lastDay)
}

function runTimeOn(date: Date, { time, zone }: AutomaticSchedule): Date {
  const [hours = 0, minutes = 0] = time === '' ? [] : time.split(':').map(Number)
  return momentIn(date, hours * 60 + minutes, zone)
}

/** A service that was down at the run time may still start it this long after. */
const graceMs = 3_600_000

export interface DueRun {
  /** Null: only the sites whose windows are open. */
  runTime: Date | null
  types: UpdateType[]
  /** Only updates that were available by then. */
  offeredBefore: Date
  /** The policies decide about each update; without stored policies, the settings are enough. */
  byPolicy: boolean
}

type PolicyContext = Pick<Context, 'db' | 'clock' | 'settings'>

/** The run that is due now by the settings and the windows; null when it is not the time, or automatic updates are off. */
export async function dueAutomaticUpdates({ db, clock, settings }: PolicyContext): Promise<DueRun | null> {
  const general = settings.get('general')
  const flags: [UpdateType, number][] = [
    ['core', general.automatic_daily_update],
    ['plugin', general.plugin_automatic_daily_update],
    ['theme', general.theme_automatic_daily_update],
    ['translation', general.trans_automatic_daily_update],
  ]
  const types = flags.filter(([, on]) => on === 1).map(([type]) => type)
  const byPolicy = await hasStoredPolicies(db)
  if (types.length === 0 && !byPolicy) return null
  const now = clock.now()
  const runTime = latestRunTime(now, {
    frequency: general.frequency_auto_update,
    time: general.time_auto_update,
    dayInWeek: general.dayinweek_auto_update,
    dayInMonth: general.dayinmonth_auto_update,
    zone: general.timezone_string,
  })
  const isOver = now.getTime() - runTime.getTime() > graceMs || (await isRunTimeTaken(db, runTime))
  if (isOver && !byPolicy) return null
  const offeredBefore = new Date(now.getTime() - general.delay_autoupdate * dayMs)
  return { runTime: isOver ? null : runTime, types, offeredBefore, byPolicy }
}

interface DueSite {
  id: number
  url: string
  /** When the window opened that the site uses; null: the run time of the settings. */
  opened: Date | null
}

/** The sites that the run updates. */
export async function listDueSites(context: PolicyContext, due: DueRun): Promise<DueSite[]> {
  const { db, clock } = context
  if (!due.byPolicy) return (await listSitesForAutomaticUpdates(db, due)).map((site) => ({ ...site, opened: null }))
  const now = clock.now()
  const inWindows = new Set(await listSitesWithWindows(db, now, await listSitesOfWindowedViews(context)))
  const sites =
    due.runTime === null ? await listSiteAddresses(db, [...inWindows]) : await listSitesForAutomaticUpdates(db, null)
  const found: DueSite[] = []
  for (let from = 0; from < sites.length; from += sitesPerRead) {
    const part = sites.slice(from, from + sitesPerRead)
    const ids = part.map(({ id }) => id)
    const policies = await readSitePolicies(context, ids)
    const bySite = Map.groupBy(await listPolicyUpdates(db, ids), ({ site_id }) => site_id)
    for (const { id, url } of part) {
      const isDue = (bySite.get(id) ?? []).filter((update) => policies.explain(update, now)?.code === 'due')
      const opened = isDue.map((update) => {
        const windows = policies.of(id, update)?.windows.value ?? []
        return windows.length === 0 ? null : (openWindow(windows, now, policies.site(id)?.zone ?? 'UTC')?.from ?? null)
      })
      const latest = opened.filter((each) => each !== null).sort((a, b) => b.getTime() - a.getTime())[0]
      if (due.runTime !== null && opened.includes(null)) found.push({ id, url, opened: null })
      else if (latest && inWindows.has(id)) found.push({ id, url, opened: latest })
    }
  }
  return found
}

const sitesPerRead = 500

/** Starts one job for all sites, once per run time and per window over all processes. */
export async function startAutomaticUpdates(
  context: Context,
  due: DueRun,
): Promise<{ sites: number; job_id: string | null }> {
  const { db, clock } = context
  const nothing = { sites: 0, job_id: null }
  const found = await listDueSites(context, due)
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const isTaken = due.runTime !== null && !(await takeRunTime(trx, due.runTime, now))
    const windows = found.flatMap(({ id, opened }) => (opened ? [{ siteId: id, opened }] : []))
    const free = new Set(windows.length === 0 ? [] : await takeSiteWindows(trx, windows, now))
    const sites = found.filter(({ id, opened }) => (opened ? free.has(id) : !isTaken))
    if (sites.length === 0) return nothing
    const selection = due.byPolicy
      ? { automatic: true }
      : { types: due.types, offered_before: due.offeredBefore.toISOString(), automatic: true }
    const targets = sites.map(({ id, url }) => {
      return { siteId: id, label: url, input: { site_id_or_domain: id, ...selection, run: randomUUID() } }
    })
    const jobOrder = { kind: 'automatic-update', operation: installSiteUpdates, targets, lowPriority: true }
    const job = await startJob(context, jobOrder, trx)
    if (due.runTime !== null && !isTaken) await recordAutomaticJob(trx, due.runTime, job.id, sites.length)
    return { sites: sites.length, job_id: String(job.id) }
  })
}
