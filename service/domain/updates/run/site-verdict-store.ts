import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { takeRows } from '../../../platform/work/work-store.ts'
import type { Verdict } from './gates/gate-types.ts'
import type { Health } from './update-outcome.ts'

export interface FailedSiteCheck {
  site_id: number
  run: string
  /** `unchecked`: the site could not be checked, so it is not known whether it works. */
  state: 'unchecked' | 'degraded' | 'down'
  message: string
  failed_at: Date
  next_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    failed_site_checks: FailedSiteCheck
  }
}

export interface SiteVerdict {
  siteId: number
  run: string
  verdict: Verdict
  health: Health | null
  /** Why the site failed its checks. */
  reason: string
}

const minuteMs = 60_000

/** The condition of the site follows its last checks after updates at once. Without checks nothing is known, so nothing changes. */
export async function recordSiteVerdict(trx: Db, site: SiteVerdict, now: Date): Promise<void> {
  const { siteId, run, verdict, health, reason } = site
  if (verdict === 'off') return
  if (verdict === 'passed') return deleteFailedCheck(trx, siteId)
  const state = verdict === 'unchecked' ? 'unchecked' : health === 'down' ? 'down' : 'degraded'
  const nextAt = new Date(now.getTime() + 5 * minuteMs)
  // A check that could not be made does not end an earlier failure, which keeps its time.
  await sql`insert into failed_site_checks as known (site_id, run, state, message, failed_at, next_at)
    select id, ${run}, ${state}, ${reason}, ${now}, ${nextAt} from sites where id = ${siteId}
    on conflict (site_id) do update set run = excluded.run, state = excluded.state, message = excluded.message, next_at = excluded.next_at,
      failed_at = case when known.state = 'unchecked' then excluded.failed_at else known.failed_at end
    where excluded.state <> 'unchecked' or known.state = 'unchecked'`.execute(trx)
}

export async function deleteFailedCheck(trx: Db, siteId: number): Promise<void> {
  await trx.deleteFrom('failed_site_checks').where('site_id', '=', siteId).execute()
}

export const countFailedChecks = async (db: Database, now: Date): Promise<number> =>
  oneRow(
    await queryRows(
      db,
      sql<{ sites: number }>`select count(*) as sites from failed_site_checks where next_at <= ${now}`,
    ),
  ).sites

/** Claims connected sites that are due to be checked again; the longer they fail, the rarer. */
export const takeFailedChecks = (db: Database, now: Date, max: number): Promise<FailedSiteCheck[]> =>
  takeRows(
    db,
    { table: 'failed_site_checks', key: 'site_id' },
    {
      conditions: [
        sql`next_at <= ${now}`,
        sql`exists (select from sites where sites.id = site_id and sites.status = 'connected')`,
      ],
      orderBy: sql`next_at`,
      limit: max,
    },
    {
      set: sql`next_at = ${now}::timestamptz + least(greatest(interval '5 minutes', (${now}::timestamptz - failed_at) / 4), interval '6 hours')`,
    },
  )
