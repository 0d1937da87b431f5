import { visibleSitesSql } from '../sites/index.ts'

/** SQL for what a limited key may see; the placeholders are those of `visibleSitesSql`. */

/** A task for certain sites: with one of them. Any other: with one of its client's. */
export const visibleTasksSql = (task: string, sitesAt: number, tagsAt: number): string => `
  case when exists (select from time_task_sites where task_id = ${task}.id)
    then exists (select from time_task_sites join sites on sites.id = site_id
      where task_id = ${task}.id and ${visibleSitesSql('sites', sitesAt, tagsAt)})
    else ${visibleClientsSql(`${task}.client_id`, sitesAt, tagsAt)}
  end`

export const visibleClientsSql = (clientId: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from sites where sites.client_id = ${clientId} and ${visibleSitesSql('sites', sitesAt, tagsAt)})`

/** A bucket: with one of its clients. One that is for anybody is not for those with limits. */
export const visibleBucketsSql = (bucket: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from time_bucket_clients where bucket_id = ${bucket}.id
     and ${visibleClientsSql('time_bucket_clients.client_id', sitesAt, tagsAt)})`
