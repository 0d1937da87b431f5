import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import { type ConditionRules, describeCondition } from './condition/condition.ts'
import { findSiteDetail, type SiteDetailRow } from './lists/site-detail-store.ts'
import type { SiteDetail, SiteRef } from './site.ts'
import { siteNotFound, tooManyUnknownSites } from './site-errors.ts'
import {
  findNamedSiteRows,
  findSiteById,
  findSiteByIdentity,
  isSiteVisible,
  type NamedSite,
  type SiteRow,
} from './site-store.ts'
import { readSiteAddress } from './site-url.ts'

type ReadContext = Pick<Context, 'db' | 'actor'>

/** Finds the site by id or address, within the caller's limits. */
export async function requireSite(context: ReadContext, ref: SiteRef): Promise<SiteRow> {
  const { db } = context
  const identity = identityOf(ref)
  return requireVisible(
    context,
    ref,
    identity === null ? await findSiteById(db, idOf(ref)) : await findSiteByIdentity(db, identity),
  )
}

/** The same with all columns of the detail view, in one query. */
export async function requireSiteDetail(
  context: ReadContext,
  ref: SiteRef,
  rules: ConditionRules | null,
): Promise<SiteDetailRow> {
  const identity = identityOf(ref)
  return requireVisible(
    context,
    ref,
    await findSiteDetail(context.db, identity === null ? { id: idOf(ref) } : { identity }, rules),
  )
}

async function requireVisible<Row extends { id: number }>(
  { db, actor }: ReadContext,
  ref: SiteRef,
  site: Row | undefined,
) {
  if (!site || (actor.limits && !(await isSiteVisible(db, site.id, actor.limits)))) throw siteNotFound(ref)
  return site
}

export interface FoundSites {
  sites: NamedSite[]
  /** The reference that the caller used, by site id. */
  namedAs: Map<number, SiteRef>
  /** References without a site, as the caller wrote them. Throws above 1,000. */
  readonly errors: { identifier: SiteRef; code: 'svc_site_not_found'; message: string }[]
}

/** Finds many sites with one query. A site named twice, by id and by address, is returned once. */
export async function findNamedSites(
  { db, actor }: ReadContext,
  refs: readonly SiteRef[],
): Promise<FoundSites & { missing: readonly SiteRef[] }> {
  const named = refs.map((ref) => ({ ref, identity: identityOf(ref), id: idOf(ref) }))
  const rows = await findNamedSiteRows(
    db,
    named.filter(({ identity }) => identity === null).map(({ id }) => id),
    named.flatMap(({ identity }) => (identity === null ? [] : [identity])),
    actor.limits,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byIdentity = new Map(rows.map((row) => [row.identity, row]))
  const missing: SiteRef[] = []
  const found: FoundSites & { missing: readonly SiteRef[] } = {
    sites: [],
    namedAs: new Map(),
    missing,
    // Lazy, because not all callers read them and each costs as much as finding a site.
    get errors() {
      return explainMissing(missing)
    },
  }
  for (const { ref, identity, id } of named) {
    const site = identity === null ? byId.get(id) : byIdentity.get(identity)
    if (!site) missing.push(ref)
    else if (!found.namedAs.has(site.id)) {
      found.namedAs.set(site.id, ref)
      found.sites.push(site)
    }
  }
  return found
}

const maxMissing = 1_000

function explainMissing(refs: readonly SiteRef[]): FoundSites['errors'] {
  if (refs.length > maxMissing) throw tooManyUnknownSites(refs.length)
  return refs.map((ref) => ({ identifier: ref, code: 'svc_site_not_found', message: siteNotFound(ref).message }))
}

/** Site ids by reference: several spellings may have the same id, unknown references are left out. */
export async function siteIdsByName(context: ReadContext, names: readonly string[]): Promise<Map<string, number>> {
  const { sites } = await findNamedSites(context, names)
  const ids = new Set(sites.map(({ id }) => id))
  const byIdentity = new Map(sites.map(({ id, identity }) => [identity, id]))
  const found = new Map<string, number>()
  for (const name of names) {
    const identity = identityOf(name)
    const id = identity === null ? idOf(name) : byIdentity.get(identity)
    if (id !== undefined && ids.has(id)) found.set(name, id)
  }
  return found
}

/** A text of digits is always an id. */
const isNumber = (ref: SiteRef) => typeof ref === 'number' || /^\d{1,15}$/.test(ref)
const idOf = (ref: SiteRef) => (isNumber(ref) ? Number(ref) : 0)

/** The identity of an address; null for an id, empty for an invalid address, which no site has. */
function identityOf(ref: SiteRef): string | null {
  if (isNumber(ref)) return null
  try {
    return readSiteAddress(String(ref)).identity
  } catch (error) {
    if (error instanceof ServiceError) return ''
    throw error
  }
}

export const toSiteBrief = ({
  id,
  url,
  name,
  status,
  client_id,
}: Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'client_id'>) => ({
  id,
  url,
  name,
  status,
  client_id,
})

/** A site after a change, with its condition if the rules for it are given. */
export async function describeSite(db: Database, id: number, rules: ConditionRules | null): Promise<SiteDetail> {
  const row = await findSiteDetail(db, { id }, rules)
  if (!row) throw siteNotFound(id)
  return toSiteDetail(row)
}

export function toSiteDetail(row: SiteDetailRow, { stats = false } = {}): SiteDetail {
  return {
    ...toSiteBrief(row),
    admin_username: row.admin_username,
    wp_version: row.wp_version,
    php_version: row.php_version,
    child_version: row.child_version,
    last_sync: isoTime(row.last_sync) ?? '',
    notes: row.notes,
    tags: row.tags,
    connection: {
      ok: row.connection === 'connected',
      code: row.disconnected_code,
      message: row.disconnected_reason,
    },
    suspended_by: row.suspended_by,
    ssl_verify: row.verify_tls,
    sync_error: row.sync_error_code ? { code: row.sync_error_code, message: row.sync_error ?? '' } : null,
    last_check: lastCheck(row),
    facts: row.facts,
    icon_url: row.icon_url,
    created_at: isoTime(row.created_at),
    ...(stats && {
      stats: {
        plugin_updates: row.updates.plugins,
        theme_updates: row.updates.themes,
        wp_update_available: row.updates.core > 0,
        health_score: row.health_score,
        ...(row.condition && { health_score_at: isoTime(row.health_score_at) }),
      },
    }),
    ...(row.condition && { condition: describeCondition(row.condition) }),
  }
}

function lastCheck({ checked_at, reachable, http_status, response_time_ms }: SiteDetailRow): SiteDetail['last_check'] {
  if (checked_at === null) return null
  return {
    checked_at: isoTime(checked_at),
    reachable: reachable ?? false,
    http_status: http_status ?? 0,
    response_time_ms: response_time_ms ?? 0,
  }
}
