import { type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'

export const entryKinds = ['acknowledged', 'assigned', 'note', 'resolved', 'reopened', 'report_text'] as const
export type EntryKind = (typeof entryKinds)[number]

interface HandlingTable {
  incident_id: number
  acknowledged_at: Date | null
  acknowledged_by: string | null
  assigned_user_id: number | null
  resolved_at: Date | null
  resolved_by: string | null
  report_text: Generated<string>
  changed_at: Date
}

interface EntryTable {
  id: Generated<number>
  incident_id: number
  at: Date
  kind: EntryKind
  user_name: string
  text: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    incident_handling: HandlingTable
    incident_entries: EntryTable
  }
}

export type HandlingRow = Selectable<HandlingTable> & { assigned_to: string | null }
export type EntryRow = Selectable<EntryTable>
export type HandlingChange = Partial<Omit<Selectable<HandlingTable>, 'incident_id' | 'changed_at'>>

export async function findHandling(db: Database, incidentId: number): Promise<HandlingRow | undefined> {
  const query = sql<HandlingRow>`select incident_handling.*, users.login as assigned_to
    from incident_handling left join users on users.id = assigned_user_id where incident_id = ${incidentId}`
  return (await queryRows(db, query))[0]
}

/** The newest entries, oldest first. */
export async function listEntries(db: Database, incidentId: number, max: number): Promise<EntryRow[]> {
  const query = sql<EntryRow>`select * from incident_entries where incident_id = ${incidentId} order by at desc, id desc limit ${max}`
  return (await queryRows(db, query)).reverse()
}

/** Changes the handling and adds the entry of the timeline. */
export async function recordHandling(
  trx: Db,
  incidentId: number,
  changes: HandlingChange,
  entry: Omit<EntryRow, 'id' | 'incident_id'>,
): Promise<void> {
  const values = { ...changes, changed_at: entry.at }
  await trx
    .insertInto('incident_handling')
    .values({ incident_id: incidentId, ...values })
    .onConflict((conflict) => conflict.column('incident_id').doUpdateSet(values))
    .execute()
  await trx
    .insertInto('incident_entries')
    .values({ ...entry, incident_id: incidentId })
    .execute()
}

export interface ChangeBefore {
  id: number
  at: Date
  source: 'site' | 'flotilla'
  type: string
  action: string
  item: string
  description: string
  user_name: string
  outcome: 'done' | 'failed' | 'unknown'
}

/** Changes of a site, newest first. */
export const listChangesBetween = (
  db: Database,
  siteId: number,
  { from, to }: { from: Date; to: Date },
  max: number,
): Promise<ChangeBefore[]> =>
  queryRows(
    db,
    sql<ChangeBefore>`select id, at, source, type, action, item, description, user_name, outcome from site_changes
      where site_id = ${siteId} and at >= ${from} and at <= ${to} order by at desc, id desc limit ${max}`,
  )

export interface LastSync {
  last_sync: Date | null
  last_sync_attempt: Date | null
  sync_error: string | null
}

export async function findLastSync(db: Database, siteId: number): Promise<LastSync> {
  const query = sql<LastSync>`select last_sync, last_sync_attempt, sync_error from sites where id = ${siteId}`
  return oneRow(await queryRows(db, query))
}

/** Other sites at the same IP address that went down at about the same time, of those that the caller sees. */
export async function countSameHostIncidents(
  db: Database,
  { siteId, address, from, to }: { siteId: number; address: string; from: Date; to: Date },
  limits: Limits | null,
): Promise<number> {
  const query = sql<{ count: number }>`select count(distinct incident.site_id)::int as count
    from monitors join monitor_incidents as incident on incident.site_id = monitors.site_id
    where monitors.address = ${address} and monitors.site_id <> ${siteId}
      and incident.started_at >= ${from} and incident.started_at <= ${to} and ${siteIdIsVisible('monitors.site_id', limits)}`
  return oneRow(await queryRows(db, query)).count
}
