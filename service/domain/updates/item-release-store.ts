import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { UpdateType } from './update.ts'

export interface ItemRelease {
  version: string
  sites: number
  installed: number
  rolled_back: number
  failed: number
  last_at: Date | null
}

/** The versions of an item: where each is installed, and what came of its updates. */
export const listReleasesOfItem = (
  db: Database,
  { type, slug, limits }: { type: UpdateType; slug: string; limits: Limits | null },
): Promise<ItemRelease[]> => {
  const present =
    type === 'core'
      ? sql`select wp_version as version from sites where wp_version <> '' and ${siteIdIsVisible('sites.id', limits)}`
      : sql`select version from site_software where kind = ${type} and slug = ${slug} and version <> ''
          and ${siteIdIsVisible('site_id', limits)}`
  return queryRows(
    db,
    sql<ItemRelease>`with present as (${present}),
      tried as (
        select wanted_version as version, result, health, ended_at from update_history
        where type = ${type} and slug = ${slug} and wanted_version <> '' and ended_at is not null
          and ${siteIdIsVisible('site_id', limits)})
      select version, sum(sites)::integer as sites, sum(installed)::integer as installed, sum(rolled_back)::integer as rolled_back,
        sum(failed)::integer as failed, max(last_at) as last_at
      from (
        select version, count(*) as sites, 0 as installed, 0 as rolled_back, 0 as failed, null::timestamptz as last_at
        from present group by version
        union all
        select version, 0, count(*) filter (where result = 'updated' and health is distinct from 'down'),
          count(*) filter (where result = 'rolled_back'),
          count(*) filter (where result in ('failed', 'download_failed', 'no_effect', 'interrupted', 'unknown')
            or (result = 'updated' and health = 'down')), max(ended_at)
        from tried group by version) as counted
      group by version order by max(last_at) desc nulls last, version desc limit 100`,
  )
}
