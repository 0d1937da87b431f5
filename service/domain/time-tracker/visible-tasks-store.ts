import { sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { siteIsVisible } from '../sites/index.ts'

/** Conditions for what a caller may see. Without limits, everything. */

/** A task with sites: one of them is visible. Without: one site of its client is visible. */
export const taskIsVisible = (limits: Limits | null): Fragment =>
  limits
    ? sql`case when exists (select from time_task_sites where task_id = task.id)
        then exists (select from time_task_sites join sites on sites.id = site_id
          where task_id = task.id and ${siteIsVisible('sites', limits)})
        else ${clientIsVisible('task.client_id', limits)}
      end`
    : sql`true`

/** `clientId` is the column with the id of the client. */
export const clientIsVisible = (clientId: string, limits: Limits | null): Fragment =>
  limits
    ? sql`exists (select from sites where sites.client_id = ${sql.ref(clientId)} and ${siteIsVisible('sites', limits)})`
    : sql`true`

/** A bucket: one of its clients is visible. A bucket for all clients is hidden from limited keys. */
export const bucketIsVisible = (limits: Limits | null): Fragment =>
  limits
    ? sql`exists (select from time_bucket_clients where bucket_id = bucket.id
        and ${clientIsVisible('time_bucket_clients.client_id', limits)})`
    : sql`true`
