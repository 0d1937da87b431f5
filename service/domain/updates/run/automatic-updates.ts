import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { wallClock } from '../../../platform/time-zone.ts'
import { startJob } from '../../jobs/index.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import type { UpdateType } from '../update.ts'
import {
  isRunTimeTaken,
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

/** The time of day in the zone; a time that a change of clocks skips is moved by the length of the gap. */
function runTimeOn(date: Date, { time, zone }: AutomaticSchedule): Date {
  const [hours, minutes] = time === '' ? [0, 0] : time.split(':').map(Number)
  const local = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hours, minutes)
  const offsetAt = (time: number) => wallClock(new Date(time), zone).offsetMinutes * 60_000
  const guess = local - offsetAt(local)
  return new Date(local - offsetAt(guess))
}

/** A service that was down at the run time may still start it this long after. */
const graceMs = 3_600_000

interface DueRun {
  runTime: Date
  types: UpdateType[]
  /** Only updates that were available by then. */
  offeredBefore: Date
}

/** The run that is due now by the settings; null when it is not the time, or automatic updates are off. */
export async function dueAutomaticUpdates({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<DueRun | null> {
  const general = settings.get('general')
  const flags: [UpdateType, number][] = [
    ['core', general.automatic_daily_update],
    ['plugin', general.plugin_automatic_daily_update],
    ['theme', general.theme_automatic_daily_update],
    ['translation', general.trans_automatic_daily_update],
  ]
  const types = flags.filter(([, on]) => on === 1).map(([type]) => type)
  if (types.length === 0) return null
  const now = clock.now()
  const runTime = latestRunTime(now, {
    frequency: general.frequency_auto_update,
    time: general.time_auto_update,
    dayInWeek: general.dayinweek_auto_update,
    dayInMonth: general.dayinmonth_auto_update,
    zone: general.timezone_string,
  })
  if (now.getTime() - runTime.getTime() > graceMs || (await isRunTimeTaken(db, runTime))) return null
  return { runTime, types, offeredBefore: new Date(now.getTime() - general.delay_autoupdate * dayMs) }
}

/** Starts one job for all sites, once per run time over all processes. */
export async function startAutomaticUpdates(
  context: Context,
  { runTime, types, offeredBefore }: DueRun,
): Promise<{ sites: number; job_id: string | null }> {
  const { db, clock } = context
  return db.transaction().execute(async (trx) => {
    if (!(await takeRunTime(trx, runTime, clock.now()))) return { sites: 0, job_id: null }
    const sites = await listSitesForAutomaticUpdates(trx, { types, offeredBefore })
    if (sites.length === 0) return { sites: 0, job_id: null }
    const targets = sites.map(({ id, url }) => {
      const input = {
        site_id_or_domain: id,
        types,
        offered_before: offeredBefore.toISOString(),
        automatic: true,
        run: randomUUID(),
      }
      return { siteId: id, label: url, input }
    })
    const jobOrder = { kind: 'automatic-update', operation: installSiteUpdates, targets, lowPriority: true }
    const job = await startJob(context, jobOrder, trx)
    await recordAutomaticJob(trx, runTime, job.id, sites.length)
    return { sites: sites.length, job_id: String(job.id) }
  })
}
