import { visibleSitesSql } from '../sites/index.ts'

/** SQL for the visibility of a limited key; the placeholders are those of `visibleSitesSql`. */

/** A task with sites: one of them is visible. Without: one site of its client is visible. */
export const visibleTasksSql = (task: string, sitesAt: number, tagsAt: number): string => `
  case when exists (select from time_task_sites where task_id = ${task}.id)
    then exists (select from time_task_sites join sites on sites.id = site_id
      where task_id = ${task}.id and ${visibleSitesSql('sites', sitesAt, tagsAt)})
    else ${visibleClientsSql(`${task}.client_id`, sitesAt, tagsAt)}
  end`

export const visibleClientsSql = (clientId: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from sites where sites.client_id = ${clientId} and ${visibleSitesSql('sites', sitesAt, tagsAt)})`

/** A bucket: one of its clients is visible. A bucket for all clients is hidden from limited keys. */
export const visibleBucketsSql = (bucket: string, sitesAt: number, tagsAt: number): string =>
  `exists (select from time_bucket_clients where bucket_id = ${bucket}.id
     and ${visibleClientsSql('time_bucket_clients.client_id', sitesAt, tagsAt)})`
