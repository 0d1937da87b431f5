import { type RawBuilder, sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { SiteInfo } from '../../platform/connector/snapshot/site-state.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Db } from '../../platform/database/database.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import type { SiteFacts } from './site.ts'
import { addressChangedMeanwhile, siteNotFound } from './site-errors.ts'
import { type SiteRow, updateSiteRow } from './site-store.ts'
import { acceptedSpelling } from './site-url.ts'

/** Columns of `sites` that a snapshot has. A value that the site did not send (null) keeps the stored one. */
const reportedColumns = {
  wp_version: 'text',
  php_version: 'text',
  child_version: 'text',
  health_score: 'integer',
  facts: 'jsonb',
} as const
type ReportedColumn = keyof typeof reportedColumns
// The names are exactly the keys.
const reportedNames = Object.keys(reportedColumns) as ReportedColumn[]

const forEachReported = (toSql: (column: RawBuilder<unknown>, type: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(Object.entries(reportedColumns).map(([column, type]) => toSql(sql.ref(column), sql.raw(type))))

/** A fact that the site did not send stays as well: its network is known only from syncs with rows of the change log. */
const merged = (column: ReportedColumn) =>
  sql`coalesce(${column === 'facts' ? sql`known.facts ||` : sql``} reported.${sql.ref(column)}, known.${sql.ref(column)})
    as ${sql.ref(column)}`

const syncColumns = ['health_score_at', 'last_sync', 'last_sync_attempt', 'sync_error_code', 'sync_error'] as const
const forEachColumn = (toSql: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join([...Object.keys(reportedColumns), ...syncColumns].map((column) => toSql(sql.ref(column))))

/**
 * Stores the snapshots of sites. This feature ingests first and locks the sites until the others are done, so that a site
 * deleted meanwhile is missing for all of them. Unchanged rows are not written.
 */
export async function ingestSnapshots(trx: Db, items: readonly IngestItem[], now: Date): Promise<void> {
  const ids = items.map(({ siteId }) => siteId)
  const found = new Map((await lockAddresses(trx, ids)).map((site) => [site.id, site]))
  for (const { siteId, snapshot } of items) {
    const site = found.get(siteId)
    if (!site) throw siteNotFound(siteId)
    // What was read at a former address says nothing about the site.
    if (site.address_changed_at && site.address_changed_at > snapshot.takenAt) throw addressChangedMeanwhile(site)
  }
  await sql`
    update sites set ${forEachColumn((column) => sql`${column} = new.${column}`)}
    from (
      select known.id, ${sql.join(reportedNames.map(merged))},
        case when reported.health_score is null then known.health_score_at else reported.taken_at end as health_score_at,
        coalesce(reported.synced_at, known.last_sync) as last_sync,
        coalesce(reported.synced_at, known.last_sync_attempt) as last_sync_attempt,
        case when reported.synced_at is null then known.sync_error_code end as sync_error_code,
        case when reported.synced_at is null then known.sync_error end as sync_error
      from jsonb_to_recordset(${JSON.stringify(items.map(toRow))}::jsonb) as reported (
        id bigint, ${forEachReported((column, type) => sql`${column} ${type}`)}, synced_at timestamptz,
        taken_at timestamptz)
      join sites as known on known.id = reported.id
    ) as new
    where sites.id = new.id
      and (${forEachColumn((column) => sql`sites.${column}`)})
        is distinct from (${forEachColumn((column) => sql`new.${column}`)})`.execute(trx)
  for (const { siteId, snapshot, synced } of items) {
    if (synced?.claimedUrl) await correctAddress(trx, siteId, synced.claimedUrl, snapshot.takenAt)
  }
  await publishEvents(
    trx,
    items.flatMap((item): NewEvent[] => {
      const before = found.get(item.siteId)
      if (!before?.sync_error_code || !isCompleteSync(item)) return []
      const data = { failing_since: isoTime(before.sync_failing_since) }
      return [{ type: 'sync.recovered', siteId: item.siteId, data }]
    }),
    now,
  )
}

/** A sync that lacks parts is recorded as a failure afterwards. */
const isCompleteSync = ({ snapshot, synced }: IngestItem) =>
  synced !== undefined && snapshot.problems.every(({ part }) => Reflect.get(snapshot, part) !== undefined)

async function lockAddresses(trx: Db, ids: number[]) {
  const { rows } = await sql<
    Pick<SiteRow, 'id' | 'url' | 'address_changed_at' | 'sync_error_code' | 'sync_failing_since'>
  >`select id, url, address_changed_at, sync_error_code, sync_failing_since
    from sites where id = any (${ids}::bigint[]) order by id for no key update`.execute(trx)
  return rows
}

/** A site may correct the spelling of its address, but not move to another. */
async function correctAddress(trx: Db, siteId: number, claimed: string, at: Date): Promise<void> {
  const site = await trx
    .selectFrom('sites')
    .select(['url', 'identity'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  const url = acceptedSpelling(site, claimed)
  if (url !== null) await updateSiteRow(trx, siteId, { url, updated_at: at })
}

function toRow({
  siteId,
  snapshot,
  synced,
}: IngestItem): Record<ReportedColumn, unknown> & { id: number; synced_at: Date | undefined; taken_at: Date } {
  const { wordpressVersion, connectorVersion, info, health } = snapshot
  return {
    id: siteId,
    wp_version: wordpressVersion,
    php_version: info?.phpVersion,
    child_version: connectorVersion,
    health_score: health?.score,
    facts: info && factsOf(info, snapshot),
    synced_at: synced && snapshot.takenAt,
    taken_at: snapshot.takenAt,
  }
}

function factsOf(info: SiteInfo, { managedByHost, network, siteUrl }: SiteSnapshot): SiteFacts {
  return {
    active_theme: info.activeTheme,
    database_version: info.databaseVersion,
    memory_limit: info.memoryLimit,
    debug_mode: info.debugMode,
    ip: info.ip,
    language: info.language,
    timezone: info.timezone,
    utc_offset_hours: info.utcOffsetHours,
    public_to_search_engines: info.publicToSearchEngines,
    managed_by_host: managedByHost,
    ...(siteUrl !== '' && { reported_url: siteUrl }),
    ...(network !== undefined && { network: network && { blog_id: network.blogId } }),
  }
}
