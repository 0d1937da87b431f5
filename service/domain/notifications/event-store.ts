import { type Insertable, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { Channel, NotificationKind } from './notification.ts'
import type { EventTable } from './notification-table.ts'

export type EventRow = Selectable<EventTable>

export async function insertEvents(trx: Db, events: Insertable<EventTable>[]): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('notification_events')
    .values(events)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** False if another process is composing messages. */
export async function tryLockComposing(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.composeNotifications}) as locked`.execute(trx)
  return rows[0]?.locked === true
}

/** Events without recipients yet, with the e-mail addresses of the site's monitor. */
export async function listNewEvents(trx: Db): Promise<(Pick<EventRow, 'id' | 'kind'> & { emails: string[] })[]> {
  return trx
    .selectFrom('notification_events')
    .leftJoin('monitors', 'monitors.site_id', 'notification_events.site_id')
    .select(['notification_events.id', 'kind', sql<string[]>`coalesce(monitors.emails, '{}')`.as('emails')])
    .where('addressed_at', 'is', null)
    .orderBy('notification_events.id')
    .limit(5_000)
    .execute()
}

export interface Addressee {
  event_id: number
  channel: Channel
  recipient: string
}

export async function addressEvents(trx: Db, ids: number[], addressees: Addressee[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into notification_addressees (event_id, channel, recipient)
    select * from unnest(${addressees.map((each) => each.event_id)}::bigint[],
      ${addressees.map((each) => each.channel)}::text[], ${addressees.map((each) => each.recipient)}::text[])
    on conflict do nothing`.execute(trx)
  await sql`update notification_events set addressed_at = ${now} where id = any (${ids}::bigint[])`.execute(trx)
}

/** Cancels e-mails of these kinds that are not composed yet. */
export async function deleteOpenEmail(trx: Db, kinds: readonly NotificationKind[]): Promise<void> {
  await trx
    .deleteFrom('notification_addressees')
    .using('notification_events')
    .whereRef('notification_events.id', '=', 'event_id')
    .where('kind', 'in', kinds)
    .where('channel', '=', 'email')
    .where('message_id', 'is', null)
    .execute()
}

export interface OpenEvent extends EventRow {
  channel: Channel
  recipient: string
}

/** Events without a message yet, with their recipients. */
export async function listOpenEvents(trx: Db): Promise<OpenEvent[]> {
  return trx
    .selectFrom('notification_addressees')
    .innerJoin('notification_events', 'notification_events.id', 'event_id')
    .selectAll('notification_events')
    .select(['channel', 'recipient'])
    .where('message_id', 'is', null)
    .orderBy('notification_events.id')
    .limit(20_000)
    .execute()
}

/**
 * Addresses with a site that was not checked since then or is being checked again: further events may follow. Ignores
 * inactive monitors.
 */
export async function findUnsettledAddresses(
  trx: Db,
  since: { address: string; at: Date }[],
  activeByDefault: boolean,
): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select distinct monitors.address from monitors join sites on sites.id = monitors.site_id
    join unnest(${since.map(({ address }) => address)}::text[], ${since.map(({ at }) => at)}::timestamptz[]) as trouble (address, at)
      on trouble.address = monitors.address
    where (monitors.status = 'pending' or monitors.checked_at < trouble.at)
      and sites.suspended_by = 'none' and coalesce(monitors.active, ${activeByDefault})`.execute(trx)
  return new Set(rows.map((row) => row.address))
}

export interface EventFilter {
  kind?: NotificationKind | undefined
  siteId?: number | undefined
  limits: Limits | null
}

export interface ListedEvent extends EventRow {
  waiting: number
  sent: number
  failed: number
}

export async function listEvents(
  db: Database,
  filter: EventFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    select page.*, counts.* from (
      select * from notification_events where ${condition(filter)}
      order by happened_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}) as page
    cross join lateral (
      select count(*) filter (where state is null or state in ('waiting', 'sending')) as waiting,
        count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed
      from notification_addressees left join notification_messages on notification_messages.id = message_id
      where event_id = page.id) as counts
    order by happened_at desc, id desc`.execute(db)
  return rows
}

export async function countEvents(db: Database, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from notification_events where ${condition(filter)}`.execute(db)
  return oneRow(rows).total
}

function condition({ kind, siteId, limits }: EventFilter) {
  const parts = [sql`true`]
  if (kind) parts.push(sql`kind = ${kind}`)
  if (siteId !== undefined) parts.push(sql`site_id = ${siteId}`)
  if (limits) parts.push(sql`${siteIdIsVisible('site_id', limits)}`)
  return sql.join(parts, sql` and `)
}

/** A message of a remaining event stays, so that the event is not sent again. */
export async function deleteMessagesWithoutEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notification_messages where id in (
      select id from notification_messages where created_at < ${before} and state in ('sent', 'failed')
        and not exists (select from notification_addressees where message_id = notification_messages.id)
      limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
