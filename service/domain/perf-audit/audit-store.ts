import { type Selectable, sql } from 'kysely'
import type { PageAudit } from '../../platform/browser/lighthouse/audit-page.ts'
import type { PageReport } from '../../platform/browser/lighthouse/page-report.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Strategy } from './audit.ts'
import type { PerfAuditTable } from './audit-table.ts'

export type PerfAuditRow = Selectable<PerfAuditTable>

interface AuditInput {
  site: { id: number; url: string }
  strategy: Strategy
  audit: PageAudit
  now: Date
}

/** Stores an audit. A failed audit keeps the last successful one. */
export async function storeAudit(db: Database, { site, strategy, audit, now }: AuditInput): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The site may have been deleted during the audit.
    const existing = await trx
      .selectFrom('sites')
      .select('id')
      .where('id', '=', site.id)
      .forKeyShare()
      .executeTakeFirst()
    if (!existing) return
    const audit_id = audit.ok ? await insertAudit(trx, site, strategy, audit.report, now) : null
    const failure = audit.ok ? null : audit.reason
    const failed_at = audit.ok ? null : now
    const picture = audit.ok && strategy === 'desktop' ? audit.report.picture : null
    await sql`
      insert into perf_results (site_id, strategy, audit_id, url, failure, failed_at, picture, picture_at)
      values (${site.id}, ${strategy}, ${audit_id}, ${site.url}, ${failure}, ${failed_at}, ${picture}, ${picture && now})
      on conflict (site_id, strategy) do update set url = excluded.url, failure = excluded.failure,
        failed_at = excluded.failed_at, audit_id = coalesce(excluded.audit_id, perf_results.audit_id),
        picture = case when perf_results.url = excluded.url then coalesce(excluded.picture, perf_results.picture)
          else excluded.picture end,
        picture_at = case when perf_results.url = excluded.url then coalesce(excluded.picture_at, perf_results.picture_at)
          else excluded.picture_at end`.execute(trx)
  })
}

async function insertAudit(trx: Db, site: AuditInput['site'], strategy: Strategy, report: PageReport, now: Date) {
  const { scores, metrics } = report
  const { id } = await trx
    .insertInto('perf_audits')
    .values({
      site_id: site.id,
      url: site.url,
      strategy,
      performance: scores.performance,
      accessibility: scores.accessibility,
      best_practices: scores.bestPractices,
      seo: scores.seo,
      fcp_ms: metrics.firstContentfulPaintMs,
      lcp_ms: metrics.largestContentfulPaintMs,
      tbt_ms: metrics.totalBlockingTimeMs,
      cls: metrics.cumulativeLayoutShift,
      si_ms: metrics.speedIndexMs,
      ttfb_ms: metrics.timeToFirstByteMs,
      page_bytes: report.pageBytes,
      final_url: report.finalUrl,
      opportunities: sql`${JSON.stringify(report.opportunities)}::jsonb`,
      findings: sql`${JSON.stringify(report.findings)}::jsonb`,
      lighthouse_version: report.lighthouseVersion,
      audited_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface HistoryFilter {
  siteId: number
  strategies: readonly Strategy[]
  from?: Date | undefined
  until?: Date | undefined
}

function historyOf(db: Db, { siteId, strategies, from, until }: HistoryFilter) {
  let query = db
    .selectFrom('perf_audits')
    .where('site_id', '=', siteId)
    .where('strategy', 'in', [...strategies])
  if (from) query = query.where('audited_at', '>=', from)
  if (until) query = query.where('audited_at', '<', until)
  return query
}

/** The audits of a site, newest first. */
export async function listAudits(
  db: Db,
  filter: HistoryFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PerfAuditRow[]> {
  return historyOf(db, filter)
    .selectAll()
    .orderBy('audited_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function countAudits(db: Db, filter: HistoryFilter): Promise<number> {
  return (await historyOf(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total
}

/** The picture of the page on a desktop, of the last audit that had one. Pictures of phones are not stored. */
export const findPicture = async (db: Db, siteId: number): Promise<Buffer | null> => {
  const found = await db
    .selectFrom('perf_results')
    .select('picture')
    .where('site_id', '=', siteId)
    .where('strategy', '=', 'desktop')
    .executeTakeFirst()
  return found?.picture ?? null
}

/** Deletes all audits of a site. Its schedule stays. */
export async function deleteAudits(db: Database, siteId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('perf_results').where('site_id', '=', siteId).execute()
    const { numDeletedRows } = await trx
      .deleteFrom('perf_audits')
      .where('site_id', '=', siteId)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

/** Keeps the newest audit of each site, because the lists show it. */
export async function deleteAuditsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from perf_audits where id in (
      select id from perf_audits where audited_at < ${before}
        and not exists (select from perf_results where audit_id = perf_audits.id)
      limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Whether the last batch is still running; another one would only wait. */
export async function hasRunningJob(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where kind = ${kind} and status in ('pending', 'processing') limit 1`.execute(db)
  return rows.length > 0
}
