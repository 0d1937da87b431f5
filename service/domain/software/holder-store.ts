import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { InventoryVersion } from './inventory-store.ts'
import type { SoftwareKind } from './software.ts'

export interface HolderFilter {
  kind: SoftwareKind
  slug: string
  version: string | null
  limits: Limits | null
}

/** How many sites have each version of an item, the commonest first. */
export async function countVersions(db: Database, filter: HolderFilter): Promise<InventoryVersion[]> {
  const { name, sql, values } = holdersOf(filter)
  return db.fetch(
    statement<InventoryVersion>(
      `inventory-versions-${name}`,
      `select version, count(*) as sites, count(*) filter (where active) as active from site_software where ${sql}
       group by version order by sites desc, version`,
    ),
    values,
  )
}

export interface HolderRow {
  site_id: number
  site_url: string
  site_name: string
  name: string
  version: string
  active: boolean
  update_version: string | null
}

/** The sites that have an item, in the given order of its versions, then by address. */
export async function listHolders(
  db: Database,
  filter: HolderFilter,
  versions: string[],
  { page, perPage }: { page: number; perPage: number },
): Promise<HolderRow[]> {
  const { name, sql, values } = holdersOf(filter)
  const at = values.length
  return db.fetch(
    statement<HolderRow>(
      `inventory-holders-${name}`,
      `select page.*, site_updates.new_version as update_version from (
         select site_id, sites.url as site_url, sites.name as site_name, site_software.name, version, active, place
         from site_software
         join unnest($${at + 1}::text[]) with ordinality as ranked (wanted, place) on ranked.wanted = version
         join sites on sites.id = site_id
         where ${sql} order by place, sites.url, site_id limit $${at + 2} offset $${at + 3}
       ) as page
       left join site_updates on site_updates.site_id = page.site_id and type = $1 and slug = $2
         and translates = '' and language = '' and not ignored
       order by page.place, page.site_url, page.site_id`,
    ),
    [...values, versions, perPage, (page - 1) * perPage],
  )
}

function holdersOf({ kind, slug, version, limits }: HolderFilter) {
  const values: unknown[] = [kind, slug]
  const parts = ['kind = $1', 'slug = $2']
  if (version !== null) parts.push(`version = $${values.push(version)}`)
  if (limits) {
    const at = values.push(...limitValues(limits))
    parts.push(`site_id in (select id from sites where ${visibleSitesSql('sites', at - 1, at)})`)
  }
  return { name: `${version === null ? '' : 'v'}${limits ? 'l' : ''}`, sql: parts.join(' and '), values }
}
