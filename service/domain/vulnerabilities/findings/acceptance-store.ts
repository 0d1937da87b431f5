import { type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../../sites/index.ts'

interface AcceptanceTable {
  id: Generated<number>
  record_id: number
  reason: string
  accepted_by: string
  user_id: number | null
  accepted_at: Date
  ends_at: Date | null
  ended_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    vulnerability_acceptances: AcceptanceTable
  }
}

export type AcceptanceRow = Selectable<AcceptanceTable>

export interface NewAcceptance {
  recordId: number
  /** Null: every site of the caller that has it. */
  siteIds: readonly number[] | null
  limits: Limits | null
  reason: string
  acceptedBy: string
  userId: number | null
  endsAt: Date | null
}

/** Accepts the open findings of these sites. Without any, nothing is stored and the id is null. */
export async function acceptFindings(
  trx: Db,
  { recordId, siteIds, limits, reason, acceptedBy, userId, endsAt }: NewAcceptance,
  now: Date,
): Promise<{ acceptance_id: number | null; findings: number }> {
  const isOfSites = siteIds === null ? sql`true` : sql`finding.site_id = any (${siteIds}::bigint[])`
  const accepted = oneRow(
    await queryRows(
      trx,
      sql<{ acceptance_id: number | null; findings: number }>`
        with open as (
          select finding.id from vulnerability_findings as finding
          where finding.record_id = ${recordId} and finding.fixed_at is null and finding.acceptance_id is null
            and ${isOfSites} and ${siteIdIsVisible('finding.site_id', limits)} order by finding.id for update
        ), acceptance as (
          insert into vulnerability_acceptances (record_id, reason, accepted_by, user_id, accepted_at, ends_at)
          select ${recordId}, ${reason}, ${acceptedBy}, ${userId}, ${now}, ${endsAt} where exists (select from open)
          returning id
        ), accepted as (
          update vulnerability_findings as finding set acceptance_id = acceptance.id from open, acceptance
          where finding.id = open.id returning finding.id
        )
        select (select id from acceptance) as acceptance_id, (select count(*)::integer from accepted) as findings`,
    ),
  )
  if (accepted.findings > 0) await settle(trx, recordId, now)
  return accepted
}

/** Opens the findings that the caller sees again; the acceptance ends when it covers none any more. */
export async function endAcceptance(trx: Db, id: number, limits: Limits | null, now: Date): Promise<number> {
  const rows = await queryRows(
    trx,
    sql<{ record_id: number }>`
      update vulnerability_findings as finding set acceptance_id = null
      where finding.acceptance_id = ${id} and finding.fixed_at is null and ${siteIdIsVisible('finding.site_id', limits)}
      returning finding.record_id`,
  )
  await endUnused(trx, now)
  await reopen(trx, [...new Set(rows.map(({ record_id }) => record_id))])
  return rows.length
}

/** Acceptances whose end has passed. */
export async function endDueAcceptances(trx: Db, now: Date): Promise<number> {
  const rows = await queryRows(
    trx,
    sql<{ record_id: number }>`
      with due as (
        update vulnerability_acceptances set ended_at = ${now} where ended_at is null and ends_at <= ${now} returning id
      )
      update vulnerability_findings as finding set acceptance_id = null from due
      where finding.acceptance_id = due.id and finding.fixed_at is null returning finding.record_id`,
  )
  await reopen(trx, [...new Set(rows.map(({ record_id }) => record_id))])
  return rows.length
}

export const listAcceptances = (db: Db, recordId: number): Promise<AcceptanceRow[]> =>
  db.selectFrom('vulnerability_acceptances').selectAll().where('record_id', '=', recordId).orderBy('id').execute()

const endUnused = (trx: Db, now: Date) =>
  sql`update vulnerability_acceptances as acceptance set ended_at = ${now} where ended_at is null
    and not exists (select from vulnerability_findings as finding where finding.acceptance_id = acceptance.id)`.execute(
    trx,
  )

const settle = (trx: Db, recordId: number, now: Date) =>
  sql`update vulnerability_records as record set settled_at = ${now}
    where id = ${recordId} and settled_at is null and not exists (select from vulnerability_findings as finding
      where finding.record_id = record.id and finding.fixed_at is null and finding.acceptance_id is null)`.execute(trx)

async function reopen(trx: Db, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length > 0)
    await sql`update vulnerability_records set settled_at = null where id = any (${recordIds}::bigint[])`.execute(trx)
}
