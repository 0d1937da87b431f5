import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { siteIdIsVisible } from '../sites/index.ts'

export interface DownSiteFacts {
  cause: string
  acknowledged_by: string | null
}

/** Open incidents that no person has resolved, the newest first. */
export const downSiteRows = (limits: Limits | null): Fragment =>
  sql`select incident.id::text as key, incident.site_id, incident.started_at as at,
      row_number() over (order by incident.started_at desc, incident.id desc) as position, handling.assigned_user_id,
      jsonb_build_object('cause', incident.cause, 'acknowledged_by', handling.acknowledged_by) as facts
    from monitor_incidents as incident left join incident_handling as handling on handling.incident_id = incident.id
    where incident.ended_at is null and handling.resolved_at is null and ${siteIdIsVisible('incident.site_id', limits)}`
