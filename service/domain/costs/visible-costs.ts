import { visibleSitesSql } from '../sites/index.ts'

/**
 * SQL that is true for the targets a limited key may see: its sites, the clients of its sites, and tags that are its
 * limit or stand on its sites. The placeholders are those of `visibleSitesSql`.
 */
export function visibleTargetSql(target: string, sitesAt: number, tagsAt: number): string {
  const visible = visibleSitesSql('sites', sitesAt, tagsAt)
  return `case
    when ${target}.site_id is not null then exists (select from sites where sites.id = ${target}.site_id and ${visible})
    when ${target}.client_id is not null then
      exists (select from sites where sites.client_id = ${target}.client_id and ${visible})
    else ${target}.tag_id = any ($${tagsAt}::bigint[]) or exists (
      select from site_tags join sites on sites.id = site_tags.site_id
      where site_tags.tag_id = ${target}.tag_id and ${visible})
  end`
}

/** True for the costs that such a key may see: those with a target that it sees. */
export const visibleCostsSql = (cost: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from cost_targets where cost_targets.cost_id = ${cost}.id
     and ${visibleTargetSql('cost_targets', sitesAt, tagsAt)})`

/** SQL for the sites that a cost is for, each once: its own, those with its tags, those of its clients. */
export const coveredSitesSql = (costId: string): string => `
  select site_id from cost_targets where cost_id = ${costId} and site_id is not null
  union
  select site_tags.site_id from cost_targets join site_tags on site_tags.tag_id = cost_targets.tag_id
  where cost_targets.cost_id = ${costId}
  union
  select sites.id from cost_targets join sites on sites.client_id = cost_targets.client_id
  where cost_targets.cost_id = ${costId}`
