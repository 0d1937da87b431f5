import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { permissionsOf } from '../../operation/require-permission.ts'
import { clientIdIsVisible, siteIdIsVisible } from '../../operation/visible-sites-store.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { eventTypes } from './event-catalogue.ts'
import type { EventScope, EventSeverity } from './event-type.ts'

interface EventLogTable {
  id: Generated<number>
  /** Given after the commit; null until then. */
  position: number | null
  type: string
  severity: EventSeverity
  site_id: number | null
  site_name: string | null
  site_url: string | null
  client_id: number | null
  user_id: number | null
  key_id: number | null
  subject: string
  happened_at: Date
  published_at: Date
  data: ColumnType<Record<string, unknown>, string, string>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    events: EventLogTable
    event_keys: { key: string; published_at: Date }
    event_epoch: { id: Generated<number>; epoch: string }
  }
}

/** A published event that has its place in the order. */
export type FleetEvent = Omit<Selectable<EventLogTable>, 'position' | 'user_id' | 'key_id'> & { position: number }

/** Notified after the commit of new events. */
export const eventsChannel = 'events_published'

export interface EventToStore {
  type: string
  severity: EventSeverity
  site_id: number | null
  client_id: number | null
  user_id: number | null
  key_id: number | null
  subject: string
  happened_at: Date
  data: Record<string, unknown>
  key: string | null
}

export async function insertPublishedEvents(trx: Db, events: readonly EventToStore[], now: Date): Promise<void> {
  const rows = events.map((event, index) => ({ ...event, index }))
  const isNew = rows.some(({ key }) => key !== null)
    ? sql`(given.key is null or exists (select from new_keys where new_keys.key = given.key))`
    : sql`true`
  // Sorted, so that two transactions with the same keys wait for each other instead of forming a deadlock.
  await queryRows(
    trx,
    sql`with given as materialized (
        select distinct on (coalesce(key, index::text), key is null) *
        from json_to_recordset(${toStorableJson(rows)}::json) as given (index int, type text, severity text, site_id bigint,
          client_id bigint, user_id bigint, key_id bigint, subject text, happened_at timestamptz, data jsonb, key text)
        order by coalesce(key, index::text), key is null, index),
      new_keys as (
        insert into event_keys (key, published_at)
        select key, ${now}::timestamptz from given where key is not null order by key
        on conflict do nothing returning key),
      added as (
        insert into events (type, severity, site_id, site_name, site_url, client_id, user_id, key_id, subject, happened_at,
          published_at, data)
        select type, severity, site_id, sites.name, sites.url, coalesce(given.client_id, sites.client_id), user_id, key_id,
          subject, happened_at, ${now}::timestamptz, data
        from given left join sites on sites.id = given.site_id where ${isNew} order by index
        returning id)
      select pg_notify(${eventsChannel}, '') from (select from added limit 1) as first`,
  )
}

/** PostgreSQL stores neither NUL nor unpaired surrogates; a text from a child site may have them. */
const toStorableJson = (value: unknown) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each))

const maxNumberedAtOnce = 5_000

/**
 * Gives committed events their position, and returns whether more are left. One transaction at a time gives positions, so
 * that they become visible in their order: an event that commits later gets a higher one, whatever its id. Within a batch
 * the order is that of the ids: an event that followed from another one has a higher id.
 */
export function numberEvents(db: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A statement of its own: the next one then sees what the previous holder of the lock committed.
    await queryRows(trx, sql`select pg_advisory_xact_lock(${advisoryLocks.sequenceEvents})`)
    const rows = await queryRows(
      trx,
      // Materialized: a join may read a subquery several times, and each would take new numbers.
      sql`with ordered as materialized (
          select id, published_at from events where position is null order by id limit ${maxNumberedAtOnce}),
        numbered as materialized (select id, published_at, nextval('event_positions') as position from ordered)
        update events set position = numbered.position from numbered
        where events.id = numbered.id and events.published_at = numbered.published_at
        returning events.id`,
    )
    return rows.length === maxNumberedAtOnce
  })
}

export async function hasEventsWithoutPosition(db: Db): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql<{ found: boolean }>`select exists (select from events where position is null) as found`,
  )
  return oneRow(rows).found
}

/** Null until a backup is restored. */
export async function findEventEpoch(db: Db): Promise<string | null> {
  const row = await db.selectFrom('event_epoch').select('epoch').executeTakeFirst()
  return row?.epoch ?? null
}

/** For a restore, which rewinds the positions: cursors from before it do not fit any more. */
export async function updateEventEpoch(db: Db, epoch: string): Promise<void> {
  await db
    .insertInto('event_epoch')
    .values({ epoch })
    .onConflict((row) => row.column('id').doUpdateSet({ epoch }))
    .execute()
}

/** 0 if there is no event. */
export async function findLatestPosition(db: Db): Promise<number> {
  const rows = await queryRows(db, sql<{ latest: number }>`select coalesce(max(position), 0) as latest from events`)
  return oneRow(rows).latest
}

/** The position of the oldest stored event; that of the next event if none is stored. */
export async function findOldestPosition(db: Db): Promise<number> {
  const rows = await queryRows(
    db,
    sql<{ oldest: number }>`select coalesce((select min(position) from events),
      (select case when is_called then last_value + 1 else 1 end from event_positions)) as oldest`,
  )
  return oneRow(rows).oldest
}

/** The last position before then; 0 if there is none. */
export async function findPositionBefore(db: Db, at: Date): Promise<number> {
  const rows = await queryRows(
    db,
    sql<{
      position: number
    }>`select coalesce(min(position) - 1, (select coalesce(max(position), 0) from events)) as position
      from events where published_at >= ${at} and position is not null`,
  )
  return oneRow(rows).position
}

export interface EventSelection {
  /** Only events after this position. */
  after: number
  /** Only events up to this position. */
  upTo?: number
  types?: readonly string[] | undefined
  siteId?: number | undefined
  /** Only events that this caller may see now; null or undefined: all. */
  reader?: Actor | null
  limit: number
}

const columns = sql`id, position, type, severity, site_id, site_name, site_url, client_id, subject, happened_at,
  published_at, data`

export function listPublishedEvents(db: Db, selection: EventSelection): Promise<FleetEvent[]> {
  const { after, upTo, types, siteId, reader, limit } = selection
  const conditions = [sql`position > ${after}`]
  if (upTo !== undefined) conditions.push(sql`position <= ${upTo}`)
  if (types) conditions.push(sql`type = any (${types}::text[])`)
  if (siteId !== undefined) conditions.push(sql`site_id = ${siteId}`)
  if (reader) conditions.push(eventIsVisible(reader))
  return queryRows(
    db,
    sql<FleetEvent>`select ${columns} from events where ${allOf(conditions)} order by position limit ${limit}`,
  )
}

/** Of these events, those that the reader may see now. */
export async function listVisibleEventIds(
  db: Db,
  events: readonly { id: number; publishedAt: Date }[],
  reader: Actor,
): Promise<Set<number>> {
  if (events.length === 0) return new Set()
  const times = events.map(({ publishedAt }) => publishedAt.getTime())
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from events where id = any (${events.map(({ id }) => id)}::bigint[])
      and published_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      and ${eventIsVisible(reader)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** True for the events that the reader may see now: by its permissions, its limits and what it started. */
function eventIsVisible(reader: Actor): Fragment {
  const held = new Set(permissionsOf(reader))
  const readable = [...eventTypes.values()].filter(({ permission }) => held.has(permission))
  const alternatives = [...Map.groupBy(readable, ({ scope }) => scope)].map(
    ([scope, types]) =>
      sql`(type = any (${types.map(({ type }) => type)}::text[]) and ${isWithinScope(scope, reader)})`,
  )
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}

function isWithinScope(scope: EventScope, reader: Actor): Fragment {
  const { limits, role, kind, userId, keyId } = reader
  if (scope === 'site') return siteIdIsVisible('events.site_id', limits)
  if (scope === 'fleet') return limits ? sql`false` : sql`true`
  if (scope === 'client')
    return limits
      ? sql`case when site_id is null then coalesce(${clientIdIsVisible('events.client_id', limits)}, false)
          else ${siteIdIsVisible('events.site_id', limits)} end`
      : sql`true`
  if (kind === 'system' || (role === 'administrator' && !limits)) return sql`true`
  return sql`(user_id = ${userId} and key_id is not distinct from ${keyId}::bigint)`
}
