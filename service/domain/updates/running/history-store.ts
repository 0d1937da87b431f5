import { type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../operation/actor.ts'
import { type Database, type Db, statement } from '../../../platform/database/database.ts'
import type { UpdateType } from '../update.ts'
import type { Health, ItemOutcome, RunItem, UpdateResult } from './outcome.ts'

export interface UpdateHistoryTable {
  id: Generated<number>
  site_id: number | null
  job_id: number | null
  begun_at: Date
  ended_at: Date | null
  user_id: number | null
  key_id: number | null
  automatic: Generated<boolean>
  run: string
  type: UpdateType
  slug: string
  name: string
  from_version: string
  to_version: string
  result: Generated<UpdateResult>
  error_code: string | null
  message: string | null
  health: Health | null
  user_name: string
  site_url: string
  site_name: string
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    update_history: UpdateHistoryTable
  }
}

export type HistoryRow = Selectable<UpdateHistoryTable>

/** What one order does on one site. */
export interface Run {
  id: string
  site: { id: number; url: string; name: string }
  actor: Pick<Actor, 'name' | 'userId' | 'keyId'>
  automatic: boolean
}

const begin = statement<{ id: number }>(
  'update-history-begin',
  `insert into update_history as known
     (run, site_id, site_url, site_name, automatic, user_name, user_id, key_id, begun_at, job_id,
      type, slug, name, from_version, to_version)
   select $1::uuid, $2::bigint, $3, $4, $5::boolean, $6, $7::bigint, $8::bigint, $9::timestamptz,
     (select job_id from job_targets where state = 'running' and input ->> 'run' = $1::uuid::text limit 1), item.*
   from unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::text[]) as item
   on conflict (run, type, slug) do update set
     result = 'running', begun_at = excluded.begun_at, ended_at = null, error_code = null, message = null, health = null,
     from_version = excluded.from_version, to_version = excluded.to_version
   returning id`,
)

/** Written before the site is told: whoever finds these rows later knows what may have happened. */
export async function beginItems(db: Database, run: Run, items: readonly RunItem[], now: Date): Promise<void> {
  const column = (read: (item: RunItem) => string) => items.map(read)
  const { id, site, actor, automatic } = run
  await db.fetch(begin, [
    ...[id, site.id, site.url, site.name, automatic, actor.name, actor.userId, actor.keyId, now],
    ...[column(({ type }) => type), column(({ slug }) => slug), column(({ name }) => name)],
    ...[column(({ from }) => from), column(({ to }) => to)],
  ])
}

export type Ended = Pick<HistoryRow, 'id' | 'type' | 'slug' | 'result'>

/** Notes what became of items; answers the rows that this ended. */
export async function endItems(trx: Db, run: string, outcomes: readonly ItemOutcome[], now: Date): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    update update_history as row set result = item.result, error_code = item.code, message = item.message,
      name = item.name, from_version = item.from, to_version = item.to, ended_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as item (type text, slug text, name text, "from" text, "to" text, result text, code text, message text)
    where row.run = ${run} and row.type = item.type and row.slug = item.slug
    returning row.id, row.type, row.slug, row.result`.execute(trx)
  return rows
}

/** What the site's front page said when the run was over. */
export async function noteHealth(db: Db, run: string, health: Health): Promise<void> {
  await db.updateTable('update_history').set({ health }).where('run', '=', run).execute()
}

const ofRun = statement<HistoryRow>('update-history-of-run', 'select * from update_history where run = $1 order by id')
export const rowsOfRun = (db: Database, run: string): Promise<HistoryRow[]> => db.fetch(ofRun, [run])

const inDoubt = statement<HistoryRow>(
  'update-history-in-doubt',
  `select * from update_history where site_id = $1 and result in ('running', 'unknown') order by id`,
)

/** What was begun on a site and nobody knows the end of. Whoever is alone with the site owns these. */
export const rowsInDoubt = (db: Database, siteId: number): Promise<HistoryRow[]> => db.fetch(inDoubt, [siteId])
