import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { startJob } from '../../jobs/index.ts'
import { installSiteUpdates } from '../operations/install-site-updates.ts'
import type { UpdateType } from '../update.ts'
import { isMomentTaken, noteAutomaticJob, sitesForAutomatic, takeMoment } from './automatic-store.ts'
import { latestMoment } from './automatic-time.ts'

const dayMs = 86_400_000
/** Whoever was not running at the time may still do it this long after; later it waits for the next time. */
const graceMs = 3_600_000

export interface Due {
  moment: Date
  types: UpdateType[]
  /** Only what was on offer by then. */
  offeredBefore: Date
}

/** What is to be done now by the settings; null when it is not the time, or nothing is to update by itself. */
export async function dueAutomaticUpdates({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<Due | null> {
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
  const moment = latestMoment(now, {
    frequency: general.frequency_auto_update,
    time: general.time_auto_update,
    dayInWeek: general.dayinweek_auto_update,
    dayInMonth: general.dayinmonth_auto_update,
    zone: general.timezone_string,
  })
  if (now.getTime() - moment.getTime() > graceMs || (await isMomentTaken(db, moment))) return null
  return { moment, types, offeredBefore: new Date(now.getTime() - general.delay_autoupdate * dayMs) }
}

/** Starts one job for all sites; each moment of the timetable does so once, over all processes. */
export async function startAutomaticUpdates(
  context: Context,
  { moment, types, offeredBefore }: Due,
): Promise<{ sites: number; job_id: string | null }> {
  const { db, clock } = context
  return db.transaction().execute(async (trx) => {
    if (!(await takeMoment(trx, moment, clock.now()))) return { sites: 0, job_id: null }
    const sites = await sitesForAutomatic(trx, { types, offeredBefore })
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
    const order = { kind: 'automatic-update', operation: installSiteUpdates, targets, unhurried: true }
    const job = await startJob(context, order, trx)
    await noteAutomaticJob(trx, moment, job.id, sites.length)
    return { sites: sites.length, job_id: String(job.id) }
  })
}
