import type { Limits } from '../../operation/actor.ts'

/**
 * SQL that is true for the sites a caller may see; `site` is the alias of the sites table, the placeholders are
 * the numbers of the two list parameters (site ids, tag ids).
 */
export function visibleSitesSql(site: string, sitesAt: number, tagsAt: number): string {
  return `(${site}.id = any ($${sitesAt}::bigint[]) or exists (
    select from site_tags limit_tags where limit_tags.site_id = ${site}.id and limit_tags.tag_id = any ($${tagsAt}::bigint[])))`
}

export const limitValues = ({ sites, tags }: Limits): [number[], number[]] => [sites, tags]
