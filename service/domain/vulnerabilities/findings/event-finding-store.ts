import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Severity } from '../entry.ts'
import { urgencyOrder } from './finding-store.ts'

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
  is_exploited: boolean
}

export const listFindingsOfEvents = (trx: Db, ids: readonly number[]): Promise<(FindingOfEvent & { id: number })[]> =>
  queryRows(
    trx,
    sql<FindingOfEvent & { id: number }>`
      select finding.id, record_id, finding.kind as type, finding.slug, finding.name, finding.version, record.title,
        record.severity, record.cve, finding.fixed_in, finding.is_active,
        record.is_exploited
      from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
      where finding.id = any (${ids}::bigint[])`,
  )

/** The most urgent of these records, for an event about many sites. */
export const listRecordsOfEvent = (trx: Db, ids: readonly number[], max: number): Promise<FindingOfEvent[]> =>
  queryRows(
    trx,
    sql<FindingOfEvent>`
      select id as record_id, kind as type, slug, slug as name, '' as version, title, severity, cve, fixed_in, true as is_active,
        is_exploited
      from vulnerability_records as record where id = any (${ids}::bigint[]) order by ${urgencyOrder}, id limit ${max}`,
  )
