import { type Generated, type Selectable, sql } from 'kysely'
import type { ChangeCursor } from '../../platform/connector/snapshot/changes.ts'
import type { Db } from '../../platform/database/database.ts'
import type { changeSources } from './change.ts'

type Source = (typeof changeSources)[number]

interface ChangeTable {
  id: Generated<number>
  site_id: number
  at: Date
  source: Source
  key: string
  type: string
  action: string
  item: string
  description: string
  user_name: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_changes: ChangeTable
    site_change_cursors: { site_id: number; actions_after: number | null; log_after: number | null }
    change_log_audit: { only_row: Generated<boolean>; last_line: number }
  }
}

export type ChangeRow = Selectable<ChangeTable>

export interface NewChange {
  source: Source
  /** The same thing always has the same key. */
  key: string
  at: Date
  type: string
  action: string
  item: string
  description: string
  user: string
}

/** Keeps what is new, in one statement however much it is. Answers of which sites that was. */
export async function insertChanges(trx: Db, changes: readonly (NewChange & { siteId: number })[]): Promise<number[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ site_id: number }>`
    with added as (
      insert into site_changes (site_id, source, key, at, type, action, item, description, user_name)
      select * from json_to_recordset(${JSON.stringify(changes)}::json) as change ("siteId" bigint, source text, key text,
        at timestamptz, type text, action text, item text, description text, "user" text)
      on conflict (site_id, key) do nothing returning site_id)
    select distinct site_id from added`.execute(trx)
  return rows.map(({ site_id }) => site_id)
}

/** The oldest ones of each of these sites beyond so many go. */
export async function trimChanges(trx: Db, siteIds: readonly number[], keep: number): Promise<void> {
  if (siteIds.length === 0) return
  await sql`
    delete from site_changes where id in (
      select oldest.id from unnest(${siteIds}::bigint[]) as grown (site_id) cross join lateral (
        select id from site_changes where site_changes.site_id = grown.site_id
        order by at desc, id desc offset ${keep}) as oldest)`.execute(trx)
}

/** Only ever forwards, and not at all when nothing was new. */
export async function moveCursors(trx: Db, sites: readonly { siteId: number; next: ChangeCursor }[]): Promise<void> {
  const moved = sites.filter(({ next }) => next.actionsAfter !== null || next.logAfter !== null)
  if (moved.length === 0) return
  await sql`
    insert into site_change_cursors as known (site_id, actions_after, log_after)
    select * from unnest(${moved.map(({ siteId }) => siteId)}::bigint[],
      ${moved.map(({ next }) => next.actionsAfter)}::float8[], ${moved.map(({ next }) => next.logAfter)}::float8[])
    on conflict (site_id) do update set
      actions_after = greatest(known.actions_after, excluded.actions_after),
      log_after = greatest(known.log_after, excluded.log_after)
    where (known.actions_after, known.log_after) is distinct from
      (greatest(known.actions_after, excluded.actions_after), greatest(known.log_after, excluded.log_after))`.execute(
    trx,
  )
}
