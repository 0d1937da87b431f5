import type { Limits } from '../../operation/actor.ts'

/**
 * SQL that is true for the sites that a caller may see; `site` is the alias of the sites table, the numbers are those of
 * the two list parameters (site ids, tag ids).
 */
export function visibleSitesSql(site: string, sitesAt: number, tagsAt: number): string {
  return `${site}.id in (select unnest($${sitesAt}::bigint[]) union all
    select limit_tags.site_id from site_tags limit_tags where limit_tags.tag_id = any ($${tagsAt}::bigint[]))`
}

/** The values of the two parameters; none for a caller without limits. */
export function limitValues(limits: Limits): [number[], number[]]
export function limitValues(limits: Limits | null): number[][]
export function limitValues(limits: Limits | null): number[][] {
  return limits ? [limits.sites, limits.tags] : []
}
