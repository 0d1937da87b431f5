import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Severity } from '../entry.ts'

/** A finding as events describe it. */
export interface FindingOfEvent {
  record_id: number
  type: string
  slug: string
  name: string
  version: string
  title: string
  severity: Severity
  cve: string | null
  fixed_in: string | null
  is_active: boolean
}

export const listFindingsOfEvents = (trx: Db, ids: readonly number[]): Promise<(FindingOfEvent & { id: number })[]> =>
  queryRows(
    trx,
    sql<FindingOfEvent & { id: number }>`
      select finding.id, record_id, finding.kind as type, finding.slug, finding.name, finding.version, record.title,
        record.severity, record.cve, finding.fixed_in, finding.is_active
      from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
      where finding.id = any (${ids}::bigint[])`,
  )

/** The most severe of these records, for an event about many sites. */
export const listRecordsOfEvent = (trx: Db, ids: readonly number[], max: number): Promise<FindingOfEvent[]> =>
  queryRows(
    trx,
    sql<FindingOfEvent>`
      select id as record_id, kind as type, slug, slug as name, '' as version, title, severity, cve, fixed_in, true as is_active
      from vulnerability_records where id = any (${ids}::bigint[])
      order by array_position(array['critical', 'high', 'medium', 'unknown', 'low', 'none'], severity), id limit ${max}`,
  )
