import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { clientIdIsVisible, siteIsVisible } from '../sites/index.ts'

/** Conditions for what a caller may see. Without limits, everything. */

/** A task with sites: one of them is visible. Without: its client is visible. */
export const taskIsVisible = (limits: Limits | null): Fragment =>
  limits
    ? sql`case when exists (select from time_task_sites where task_id = task.id)
        then exists (select from time_task_sites join sites on sites.id = site_id
          where task_id = task.id and ${siteIsVisible('sites', limits)})
        else ${clientIdIsVisible('task.client_id', limits)}
      end`
    : sql`true`

/** A bucket: one of its clients is visible. A bucket for all clients is hidden from limited callers. */
export const bucketIsVisible = (limits: Limits | null): Fragment =>
  limits
    ? sql`exists (select from time_bucket_clients where bucket_id = bucket.id
        and ${clientIdIsVisible('time_bucket_clients.client_id', limits)})`
    : sql`true`
