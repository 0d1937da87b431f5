import { hash } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { VulnerabilityEntry, VulnerabilitySource } from '../entry.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    vulnerabilities: Omit<
      VulnerabilityEntry,
      'ranges' | 'updated_at' | 'published_at' | 'urls' | 'fixed_versions' | 'is_exploited'
    > & {
      source: VulnerabilitySource
      ranges: unknown
      urls: Generated<string[]>
      fixed_versions: Generated<string[]>
      published_at: Date | null
      source_updated_at: Date | null
      withdrawn_at: Date | null
      record_id: number | null
      digest: Generated<string>
      is_exploited: Generated<boolean>
    }
    vulnerability_pending: { kind: string; slug: string; changed_at: Date }
  }
}

export const digestOf = (entry: VulnerabilityEntry): string =>
  hash('sha256', JSON.stringify(entry), 'base64url').slice(0, 22)

export const entryKey = ({ kind, slug, id }: Pick<VulnerabilityEntry, 'kind' | 'slug' | 'id'>): string =>
  `${kind} ${slug} ${id}`

/** The entries of a source that it has not withdrawn: key → digest. */
export async function listEntryDigests(db: Db, source: VulnerabilitySource): Promise<Map<string, string>> {
  const rows = await queryRows(
    db,
    sql<{ kind: VulnerabilityEntry['kind']; slug: string; id: string; digest: string }>`
      select kind, slug, id, digest from vulnerabilities where source = ${source} and withdrawn_at is null`,
  )
  return new Map(rows.map((row) => [entryKey(row), row.digest]))
}

/** One import of a source at a time; readers do not wait. */
export async function lockEntries(trx: Db): Promise<void> {
  await sql`lock table vulnerabilities in share row exclusive mode`.execute(trx)
}

/** Stores new and changed entries and marks their items for matching. */
export async function upsertEntries(
  trx: Db,
  source: VulnerabilitySource,
  entries: readonly VulnerabilityEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ ...entry, digest: digestOf(entry) }))
  await sql`
    with changed as (
      insert into vulnerabilities as known (source, id, kind, slug, title, severity, score, cve, url, urls, published_on,
        published_at, source_updated_at, fixed_in, fixed_versions, ranges, digest, is_exploited)
      select ${source}, id, kind, slug, title, severity, score, cve, url, urls, published_on, published_at, updated_at, fixed_in,
        fixed_versions, ranges, digest, coalesce(is_exploited, false)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (id text, kind text, slug text, title text,
        severity text, score real, cve text, url text, urls text[], published_on date, published_at timestamptz,
        updated_at timestamptz, fixed_in text, fixed_versions text[], ranges jsonb, digest text, is_exploited boolean)
      on conflict (source, kind, slug, id) do update set title = excluded.title, severity = excluded.severity,
        score = excluded.score, cve = excluded.cve, url = excluded.url, urls = excluded.urls,
        published_on = excluded.published_on, published_at = excluded.published_at,
        source_updated_at = excluded.source_updated_at, fixed_in = excluded.fixed_in,
        fixed_versions = excluded.fixed_versions, ranges = excluded.ranges, digest = excluded.digest,
        is_exploited = excluded.is_exploited, withdrawn_at = null
      returning kind, slug
    )
    ${insertPending(sql`select distinct kind, slug from changed`, now)}`.execute(trx)
}

interface EntryKey {
  kind: VulnerabilityEntry['kind']
  slug: string
  id: string
}

/** The source no longer has them. Their findings stay open: a source alone never closes one. */
export async function withdrawEntries(
  trx: Db,
  source: VulnerabilitySource,
  keys: readonly EntryKey[],
  now: Date,
): Promise<void> {
  await sql`
    with changed as (
      update vulnerabilities as known set withdrawn_at = ${now}
      from ${recordsetOf(keys)} where known.source = ${source} and known.withdrawn_at is null
        and known.kind = gone.kind and known.slug = gone.slug and known.id = gone.id
      returning known.kind, known.slug
    )
    ${insertPending(sql`select distinct kind, slug from changed`, now)}`.execute(trx)
}

/** A person replaced the file: what it had before is no longer known. */
export async function deleteEntries(
  trx: Db,
  source: VulnerabilitySource,
  keys: readonly EntryKey[],
  now: Date,
): Promise<void> {
  await sql`
    with changed as (
      delete from vulnerabilities as known using ${recordsetOf(keys)}
      where known.source = ${source} and known.kind = gone.kind and known.slug = gone.slug and known.id = gone.id
      returning known.kind, known.slug
    )
    ${insertPending(sql`select distinct kind, slug from changed`, now)}`.execute(trx)
}

const recordsetOf = (keys: readonly EntryKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as gone (kind text, slug text, id text)`

const insertPending = (items: ReturnType<typeof sql>, now: Date) => sql`
  insert into vulnerability_pending (kind, slug, changed_at) select kind, slug, ${now} from (${items}) as items
  order by kind, slug on conflict (kind, slug) do update set changed_at = excluded.changed_at`

/** All items of which something is known are compared with the sites again. */
export async function markAllPending(db: Db, now: Date): Promise<void> {
  await insertPending(sql`select distinct kind, slug from vulnerabilities`, now).execute(db)
}

/** When the source last changed these records, by id: a record may have named other software before. */
export async function listUpdateTimes(
  db: Db,
  source: VulnerabilitySource,
  ids: readonly string[],
): Promise<Map<string, Date | null>> {
  const rows = await queryRows(
    db,
    sql<{ id: string; updated_at: Date | null }>`
      select id, max(source_updated_at) as updated_at from vulnerabilities
      where source = ${source} and id = any (${ids}::text[]) group by id`,
  )
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}

/** The entries with these ids, of any item, that the source has not withdrawn. */
export const listEntryKeys = (db: Db, source: VulnerabilitySource, ids: readonly string[]): Promise<EntryKey[]> =>
  queryRows(
    db,
    sql<EntryKey>`select kind, slug, id from vulnerabilities
      where source = ${source} and id = any (${ids}::text[]) and withdrawn_at is null`,
  )

/**
 * What a source says about one item, with digests. Of WordPress only the entries of one version: their ids end with it.
 */
export async function listDigestsOfItem(
  db: Db,
  source: VulnerabilitySource,
  { kind, slug, name }: { kind: VulnerabilityEntry['kind']; slug: string; name: string },
): Promise<Map<string, EntryKey & { digest: string }>> {
  const rows = await queryRows(
    db,
    sql<{ kind: VulnerabilityEntry['kind']; slug: string; id: string; digest: string }>`
      select kind, slug, id, digest from vulnerabilities
      where source = ${source} and kind = ${kind} and slug = ${slug} and withdrawn_at is null
        and (kind <> 'core' or right(id, length(${name}::text) + 1) = ' ' || ${name}::text)`,
  )
  return new Map(rows.map((row) => [entryKey(row), row]))
}
