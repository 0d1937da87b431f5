import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { siteIsVisible } from '../sites/index.ts'
import type { ShareRule } from './cost.ts'
import { sitesOfCost } from './cost-store.ts'
import type { CoveredGroup } from './split-amount.ts'

export interface Coverage {
  rule: ShareRule
  groups: (CoveredGroup & { isVisible: boolean })[]
  /** How many covered sites have a lower id than the requested site and the same client. */
  siteIndex: number
}

interface GroupRow {
  cost_id: number
  client_id: number | null
  sites: number
  lower_ids: number
  covers_sites: boolean
  is_visible: boolean
}

interface Requested {
  limits: Limits | null
  /** Needed for the share of a site. */
  site?: { id: number; client_id: number | null }
}

/**
 * The sites that each cost covers, counted per client. Sites beyond the limits of the caller count too: a share must not
 * depend on the key that reads it.
 */
export async function listCoverage(
  db: Database,
  costIds: readonly number[],
  { limits, site }: Requested,
): Promise<Map<number, Coverage>> {
  const rows = await queryRows(
    db,
    sql<GroupRow>`with targets as (select * from cost_targets where cost_id = any (${costIds}::bigint[])),
      covered as (
        select cost_id, site_id from targets where site_id is not null
        union select cost_id, site_tags.site_id from targets join site_tags using (tag_id)
        union select cost_id, sites.id from targets join sites using (client_id)
      ), by_client as (
        select cost_id, client_id, count(*)::int as sites, (count(*) filter (where sites.id < ${site?.id ?? 0}))::int as lower_ids,
          true as covers_sites, bool_or(${siteIsVisible('sites', limits)}) as is_visible
        from covered join sites on sites.id = site_id group by cost_id, client_id
      )
      select * from by_client
      union all
      select cost_id, client_id, 1, 0, false, ${limits === null}::boolean from targets
      where client_id is not null and not exists (select from by_client where by_client.cost_id = targets.cost_id)`,
  )
  const grouped = Map.groupBy(rows, ({ cost_id }) => cost_id)
  return new Map(
    costIds.map((id) => {
      const groups = grouped.get(id) ?? []
      return [
        id,
        {
          rule: groups.every(({ covers_sites }) => covers_sites) ? 'covered_sites' : 'clients',
          groups: groups.map(({ client_id, sites, is_visible }) => ({
            clientId: client_id,
            sites,
            isVisible: is_visible,
          })),
          siteIndex: groups.find(({ client_id }) => client_id === site?.client_id)?.lower_ids ?? 0,
        },
      ]
    }),
  )
}

/** How many covered sites have the same client and a lower id, for each site of a cost. */
export async function listSiteIndexes(db: Database, costId: number): Promise<Map<number, number>> {
  const query = sql<{ id: number; index: number }>`
    select id, (row_number() over (partition by client_id order by id))::int - 1 as index
    from sites where id in (${sitesOfCost(costId)})`
  return new Map((await queryRows(db, query)).map(({ id, index }) => [id, index]))
}

export async function listClientNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const query = sql<{ id: number; name: string }>`select id, name from clients where id = any (${ids}::bigint[])`
  return new Map((await queryRows(db, query)).map(({ id, name }) => [id, name]))
}
