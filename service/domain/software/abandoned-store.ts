import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

export interface AbandonedFilter {
  kind: SoftwareKind
  /** The newest release was on this day or earlier. */
  until: string
  siteId: number | null
  limits: Limits | null
}

export interface AbandonedRow {
  site_id: number
  site_url: string
  site_name: string
  slug: string
  name: string
  version: string
  active: boolean
  last_updated: string
}

/** Longest abandoned first. The page is cut from the index alone, however far down it lies. */
export async function listAbandoned(
  db: Database,
  filter: AbandonedFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<AbandonedRow[]> {
  const { name, sql, values } = conditionOf(filter)
  const at = values.length
  return db.fetch(
    statement<AbandonedRow>(
      `abandoned-page-${name}`,
      `select item.site_id, sites.url as site_url, sites.name as site_name,
         item.slug, item.name, item.version, item.active, item.last_updated
       from (
         select site_id, kind, slug from site_software where ${sql}
         order by last_updated, slug, site_id limit $${at + 1} offset $${at + 2}
       ) as page
       join site_software as item using (site_id, kind, slug)
       join sites on sites.id = item.site_id
       order by item.last_updated, item.slug, item.site_id`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countAbandoned(db: Database, filter: AbandonedFilter): Promise<number> {
  const { name, sql, values } = conditionOf(filter)
  const [row] = await db.fetch(
    statement<{ total: number }>(`abandoned-count-${name}`, `select count(*) as total from site_software where ${sql}`),
    values,
  )
  return row!.total
}

/** Three questions, each with its own plan: of one site, of the sites a key may see, of the whole fleet. */
function conditionOf({ kind, until, siteId, limits }: AbandonedFilter): {
  name: string
  sql: string
  values: unknown[]
} {
  const old = 'kind = $1 and last_updated <= $2::date'
  if (siteId !== null) return { name: 'site', sql: `${old} and site_id = $3`, values: [kind, until, siteId] }
  if (!limits) return { name: 'fleet', sql: old, values: [kind, until] }
  const visible = `site_id in (select id from sites where ${visibleSitesSql('sites', 3, 4)})`
  return { name: 'limited', sql: `${old} and ${visible}`, values: [kind, until, ...limitValues(limits)] }
}
