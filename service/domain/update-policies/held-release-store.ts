import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { ItemType } from './policy.ts'
import { decideHold, type ReleaseFailures } from './release-failures.ts'

export type FailureCause = 'checks' | 'hand'

interface HeldReleaseTable {
  id: GeneratedAlways<number>
  type: ItemType
  slug: string
  version: string
  name: string
  reason: string
  held_at: Date
  lifted_at: Date | null
  lifted_by: string | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    held_releases: HeldReleaseTable
    release_failures: {
      type: ItemType
      slug: string
      version: string
      site_id: number
      name: string
      message: string
      failed_at: Date
      /** `hand`: a person rolled it back, and the site had not failed its checks. */
      cause: Generated<FailureCause>
      taken_back: Generated<boolean>
    }
  }
}

export interface Release {
  type: ItemType
  slug: string
  version: string
}

export type HeldReleaseRow = Selectable<HeldReleaseTable> & { failures: number }

export const releaseKey = ({ type, slug, version }: Release) => `${type} ${slug} ${version}`

/** The releases that are held now, with the reason, by `releaseKey`. */
export async function findHeldReleases(db: Db): Promise<Map<string, string>> {
  const rows = await queryRows(
    db,
    sql<Release & { reason: string }>`select type, slug, version, reason from held_releases where lifted_at is null`,
  )
  return new Map(rows.map((row) => [releaseKey(row), row.reason]))
}

/** Held versions of an item by its name in the public directory, which is the folder of a plugin. */
export const listHeldVersions = (
  db: Db,
  type: ItemType,
  name: string,
): Promise<{ name: string; version: string; reason: string }[]> =>
  queryRows(
    db,
    sql`select name, version, reason from held_releases
      where lifted_at is null and type = ${type} and split_part(slug, '/', 1) in (${name}, ${`${name}.php`})`,
  )

/** Releases that failed on one of these sites since a person last lifted them, as `site release`. */
export async function findFailuresOnSites(db: Db, siteIds: readonly number[]): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    sql<Release & { site_id: number }>`select site_id, type, slug, version from release_failures as failure
      where site_id = any (${siteIds}::bigint[]) and not exists (select from held_releases as held
        where (held.type, held.slug, held.version) = (failure.type, failure.slug, failure.version)
          and held.lifted_at >= failure.failed_at)`,
  )
  return new Set(rows.map((row) => `${row.site_id} ${releaseKey(row)}`))
}

/** A limited caller sees the releases of items that its sites have: names of other software are not its business. */
const isOnVisibleSite = (limits: Limits | null) =>
  limits === null
    ? sql`true`
    : sql`(held.type = 'core' or exists (select from site_software as item
        where item.kind = held.type and item.slug = held.slug and ${siteIdIsVisible('item.site_id', limits)}))`

export const listHeldReleaseRows = (
  db: Database,
  withLifted: boolean,
  limits: Limits | null,
): Promise<HeldReleaseRow[]> =>
  queryRows(
    db,
    sql<HeldReleaseRow>`select held.*, (select count(*) from release_failures as failure
        where (failure.type, failure.slug, failure.version) = (held.type, held.slug, held.version)) as failures
      from held_releases as held where (${withLifted} or lifted_at is null) and ${isOnVisibleSite(limits)} order by held_at desc, id desc limit 500`,
  )

export interface ReleaseFailure {
  site_id: number
  message: string
  failed_at: Date
}

export const listReleaseFailures = (db: Database, { type, slug, version }: Release): Promise<ReleaseFailure[]> =>
  queryRows(
    db,
    sql<ReleaseFailure>`select site_id, message, failed_at from release_failures
      where type = ${type} and slug = ${slug} and version = ${version} order by failed_at desc limit 50`,
  )

const countedFailures = sql`count(*) filter (where cause = 'checks')::integer as failed,
  count(*) filter (where cause = 'hand')::integer as "rolledBack",
  count(*) filter (where cause = 'checks' and taken_back)::integer as "takenBack", max(failed_at) as "lastAt"`

/** Since a person last lifted the release. */
const isCounted = sql`failed_at > coalesce((select lifted_at from held_releases as lifted
  where (lifted.type, lifted.slug, lifted.version) = (failure.type, failure.slug, failure.version)), '-infinity')`

/** Releases that failed on any site, by `releaseKey`. */
export async function findFailedReleases(db: Db): Promise<Map<string, ReleaseFailures>> {
  const rows = await queryRows(
    db,
    sql<Release & ReleaseFailures>`select type, slug, version, max(name) as name, ${countedFailures}
      from release_failures as failure where ${isCounted} group by type, slug, version`,
  )
  return new Map(rows.map((row) => [releaseKey(row), row]))
}

/**
 * Records that a release broke a site, or that a person rolled it back there, and holds the release when that happened on enough
 * sites. A release that a person lifted is held again only by as many new failures. Returns whether it is held now and was not before.
 */
export async function recordReleaseFailure(
  trx: Db,
  release: Release & { name: string; siteId: number; message: string; cause?: FailureCause; takenBack?: boolean },
  holdAfter: number,
  now: Date,
): Promise<boolean> {
  const { type, slug, version, name, siteId, message, cause = 'checks', takenBack = false } = release
  await sql`select pg_advisory_xact_lock(hashtextextended(${releaseKey(release)}, 26))`.execute(trx)
  // A failed check stays one when a person takes the release back afterwards.
  await sql`insert into release_failures as known (type, slug, version, site_id, name, message, failed_at, cause, taken_back)
    values (${type}, ${slug}, ${version}, ${siteId}, ${name}, ${message}, ${now}, ${cause}, ${takenBack})
    on conflict (type, slug, version, site_id) do update set failed_at = excluded.failed_at, taken_back = excluded.taken_back,
      cause = case when known.cause = 'checks' then 'checks' else excluded.cause end,
      message = case when known.cause = 'checks' and excluded.cause = 'hand' then known.message else excluded.message end`.execute(
    trx,
  )
  const { rows: counted } = await sql<Pick<ReleaseFailures, 'failed' | 'rolledBack'>>`select ${countedFailures}
    from release_failures as failure where type = ${type} and slug = ${slug} and version = ${version} and ${isCounted}`.execute(
    trx,
  )
  const reason = decideHold(oneRow(counted), holdAfter)
  if (reason === null) return false
  const { rows } = await sql<{ id: number }>`
    insert into held_releases as known (type, slug, version, name, reason, held_at)
    values (${type}, ${slug}, ${version}, ${name}, ${reason}, ${now})
    on conflict (type, slug, version) do update set held_at = excluded.held_at, reason = excluded.reason, lifted_at = null,
      lifted_by = null where known.lifted_at is not null
    returning id`.execute(trx)
  return rows.length > 0
}

export async function liftRelease(trx: Db, id: number, by: string, now: Date): Promise<HeldReleaseRow | undefined> {
  const { rows } = await sql<HeldReleaseRow>`update held_releases set lifted_at = ${now}, lifted_by = ${by}
    where id = ${id} and lifted_at is null returning *, 0 as failures`.execute(trx)
  return rows[0]
}

export const findHeldRelease = async (db: Db, id: number): Promise<HeldReleaseRow | undefined> =>
  (
    await queryRows(
      db,
      sql<HeldReleaseRow>`select *, 0 as failures from held_releases where id = ${id} and lifted_at is null`,
    )
  )[0]
