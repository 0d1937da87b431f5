import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import type { VulnerabilitySource } from '../entry.ts'

interface SourceTable {
  source: VulnerabilitySource
  /** When it was last imported. */
  taken_at: Date | null
  entries: number
  tried_at: Date
  problem: string | null
  etag: string | null
  last_modified: string | null
  newest_at: Date | null
  skipped: Generated<number>
  failing_since: Date | null
  webhook_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    vulnerability_sources: SourceTable
    vulnerability_keys: { name: KeyName; sealed: string }
    vulnerability_messages: { digest: string; received_at: Date }
  }
}

export type SourceRow = Selectable<SourceTable>

export const listSourceRows = (db: Db): Promise<SourceRow[]> =>
  db.selectFrom('vulnerability_sources').selectAll().orderBy('source').execute()

export const findSourceRow = (db: Db, source: VulnerabilitySource): Promise<SourceRow | undefined> =>
  db.selectFrom('vulnerability_sources').selectAll().where('source', '=', source).executeTakeFirst()

/** The source was imported; an earlier problem is over. */
export async function recordImport(
  trx: Db,
  source: VulnerabilitySource,
  row: { entries: number; skipped: number; newest: Date | null; etag?: string | null; lastModified?: string | null },
  now: Date,
): Promise<void> {
  const { entries, skipped, newest, etag = null, lastModified = null } = row
  await sql`
    insert into vulnerability_sources as known (source, taken_at, entries, skipped, newest_at, etag, last_modified, tried_at)
    values (${source}, ${now}, ${entries}, ${skipped}, ${newest}, ${etag}, ${lastModified}, ${now})
    on conflict (source) do update set taken_at = excluded.taken_at, entries = excluded.entries, skipped = excluded.skipped,
      newest_at = coalesce(excluded.newest_at, known.newest_at), etag = excluded.etag,
      last_modified = excluded.last_modified, tried_at = excluded.tried_at, problem = null, failing_since = null`.execute(
    trx,
  )
}

/** The source answered that nothing changed. */
export async function recordUnchanged(db: Db, source: VulnerabilitySource, now: Date): Promise<void> {
  await sql`update vulnerability_sources set taken_at = ${now}, tried_at = ${now}, problem = null, failing_since = null
    where source = ${source}`.execute(db)
}

/** Keeps the entries and the time of the last import. True if the source did not fail before. */
export async function recordFailure(
  db: Db,
  source: VulnerabilitySource,
  problem: string,
  now: Date,
): Promise<{ isNew: boolean }> {
  const before = await findSourceRow(db, source)
  await sql`
    insert into vulnerability_sources as known (source, entries, tried_at, problem, failing_since)
    values (${source}, 0, ${now}, ${problem.slice(0, 500)}, ${now})
    on conflict (source) do update set tried_at = excluded.tried_at, problem = excluded.problem,
      failing_since = coalesce(known.failing_since, excluded.failing_since)`.execute(db)
  return { isNew: !before?.failing_since }
}

export async function recordWebhook(trx: Db, source: VulnerabilitySource, now: Date): Promise<void> {
  await sql`
    insert into vulnerability_sources (source, entries, tried_at, webhook_at) values (${source}, 0, ${now}, ${now})
    on conflict (source) do update set webhook_at = excluded.webhook_at`.execute(trx)
}

/** After a source is switched off, its state says nothing any more. */
export async function deleteSourceRow(trx: Db, source: VulnerabilitySource): Promise<void> {
  await trx.deleteFrom('vulnerability_sources').where('source', '=', source).execute()
}

export async function countSourceEntries(db: Db, source: VulnerabilitySource): Promise<number> {
  const query = sql<{ total: number }>`select count(*)::integer as total from vulnerabilities
    where source = ${source} and withdrawn_at is null`
  return oneRow(await queryRows(db, query)).total
}

export type KeyName = 'wordfence_key' | 'wordfence_webhook_secret'

export const sealedKeyColumn = 'vulnerability_keys.sealed'

export async function findSealedKey(db: Db, name: KeyName): Promise<string | null> {
  const row = await db.selectFrom('vulnerability_keys').select('sealed').where('name', '=', name).executeTakeFirst()
  return row?.sealed ?? null
}

export async function upsertSealedKey(trx: Db, name: KeyName, sealed: string | null): Promise<void> {
  await trx.deleteFrom('vulnerability_keys').where('name', '=', name).execute()
  if (sealed !== null) await trx.insertInto('vulnerability_keys').values({ name, sealed }).execute()
}

/** False if the message was received before. */
export async function insertWebhookMessage(trx: Db, digest: string, now: Date): Promise<boolean> {
  const rows = await queryRows(
    trx,
    sql`insert into vulnerability_messages (digest, received_at) values (${digest}, ${now})
      on conflict do nothing returning digest`,
  )
  return rows.length > 0
}
