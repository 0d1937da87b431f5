import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import type { FleetEvent } from '../events/index.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import { type NotificationKind, tlsCause } from './notification.ts'

export interface NotificationFilter {
  kind?: NotificationKind | undefined
  siteId?: number | undefined
  limits: Limits | null
}

export type ListedNotification = Pick<
  FleetEvent,
  'id' | 'type' | 'site_id' | 'site_name' | 'site_url' | 'data' | 'happened_at'
> & { waiting: number; sent: number; failed: number }

/** Events that have a kind, newest first, with the number of messages about each by state. */
export const listNotificationRows = (
  db: Db,
  filter: NotificationFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<ListedNotification[]> =>
  queryRows(
    db,
    sql<ListedNotification>`select page.*, sites.id as site_id, counts.* from (
        select id, type, site_id as event_site_id, site_name, site_url, data, happened_at from events
        where ${condition(filter)} order by happened_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}) as page
      left join sites on sites.id = event_site_id
      cross join lateral (
        select count(*) filter (where match.state = 'waiting' or message.state in ('waiting', 'sending')) as waiting,
          count(*) filter (where message.state = 'sent') as sent, count(*) filter (where message.state = 'failed') as failed
        from rule_matches as match left join channel_messages as message on message.id = match.message_id
        where match.event_id = page.id and not match.is_escalation) as counts
      order by happened_at desc, page.id desc`,
  )

export async function countNotifications(db: Db, filter: NotificationFilter): Promise<number> {
  const rows = await queryRows(
    db,
    sql<{ total: number }>`select count(*) as total from events where ${condition(filter)}`,
  )
  return oneRow(rows).total
}

// The same text as in the index `events_of_notifications`.
const hasKind = sql`type in ('monitor.down', 'monitor.up', 'certificate.problem', 'domain.expiring', 'health.poor')`
const isTlsOutage = sql`(type = 'monitor.down' and data ->> 'cause_code' = ${sql.lit(tlsCause)})`

const ofKind: Record<NotificationKind, Fragment> = {
  down: sql`type = 'monitor.down' and not ${isTlsOutage}`,
  up: sql`type = 'monitor.up'`,
  certificate: sql`(type = 'certificate.problem' or ${isTlsOutage})`,
  domain: sql`type = 'domain.expiring'`,
  health: sql`type = 'health.poor'`,
}

function condition({ kind, siteId, limits }: NotificationFilter): Fragment {
  const conditions: Fragment[] = [hasKind]
  if (kind) conditions.push(ofKind[kind])
  if (siteId !== undefined) conditions.push(sql`site_id = ${siteId}`)
  // A site that was deleted is beyond all limits.
  if (limits)
    conditions.push(
      sql`${siteIdIsVisible('site_id', limits)} and exists (select from sites where sites.id = events.site_id)`,
    )
  return allOf(conditions)
}
