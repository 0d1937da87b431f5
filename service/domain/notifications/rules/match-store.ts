import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import type { FleetEvent } from '../../events/index.ts'

/** The part of an event that messages use. */
export type MatchedEvent = Pick<FleetEvent, 'type' | 'severity' | 'site_id' | 'site_name' | 'site_url' | 'data'> & {
  happened_at: string
}

export interface MatchTable {
  id: Generated<number>
  channel_id: number
  rule_id: number
  event_id: number
  position: number
  published_at: Date
  event: ColumnType<MatchedEvent, string, never>
  group_key: string
  problem_key: string | null
  is_end: boolean
  is_escalation: boolean
  is_delayed: boolean
  state: Generated<'waiting' | 'sent' | 'dropped'>
  due_at: Date
  ended_at: Date | null
  message_id: number | null
  created_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    rule_matches: MatchTable
    notification_cursor: { id: Generated<number>; position: number }
  }
}

export type MatchRow = Selectable<MatchTable>

export type NewMatch = Omit<MatchRow, 'id' | 'event' | 'state' | 'ended_at' | 'message_id'> & { event: MatchedEvent }

/** null before the first run. */
export async function findCursor(db: Db): Promise<number | null> {
  const row = await db.selectFrom('notification_cursor').select('position').executeTakeFirst()
  return row?.position ?? null
}

export async function insertCursor(db: Db, position: number): Promise<void> {
  await db
    .insertInto('notification_cursor')
    .values({ position })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False if another process has moved it: that process compares the events. */
export async function moveCursor(trx: Db, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notification_cursor')
    .set({ position: to })
    .where('position', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const batchSize = 1_000

/** An event that several rules select for one channel is stored once, with the earliest time. */
export async function insertMatches(trx: Db, given: readonly NewMatch[]): Promise<void> {
  const byKey = Map.groupBy(given, (match) => `${match.channel_id} ${match.event_id} ${match.is_escalation}`)
  const matches = [...byKey.values()].map((own) =>
    own.reduce((earliest, match) => (match.due_at < earliest.due_at ? match : earliest)),
  )
  for (let index = 0; index < matches.length; index += batchSize) {
    const rows = matches.slice(index, index + batchSize)
    await trx
      .insertInto('rule_matches')
      .values(rows.map((row) => ({ ...row, event: JSON.stringify(row.event), ended_at: null, message_id: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export interface EndedProblem extends Pick<MatchRow, 'channel_id' | 'rule_id' | 'group_key' | 'is_escalation'> {
  state: MatchRow['state']
  problem: MatchedEvent
  end_position: number
}

/**
 * Ends problems. Those that wait for their delay or escalation are dropped. Returns every problem that ended, with the
 * position of the event that ended it.
 */
export function endProblems(
  trx: Db,
  ends: readonly { problemKey: string; position: number }[],
  now: Date,
): Promise<EndedProblem[]> {
  return queryRows(
    trx,
    sql<EndedProblem>`
      with ends as (
        select * from unnest(${ends.map(({ problemKey }) => problemKey)}::text[],
          ${ends.map(({ position }) => position)}::bigint[]) as given (problem_key, position)),
      found as (
        select distinct on (match.id) match.id, ends.position as end_position
        from rule_matches as match join ends on ends.problem_key = match.problem_key and ends.position > match.position
        where not match.is_end and match.ended_at is null and match.problem_key is not null
        order by match.id, ends.position)
      update rule_matches as match set ended_at = ${now},
        state = case when state = 'waiting' and (is_delayed or is_escalation) then 'dropped' else state end
      from found where found.id = match.id
      returning channel_id, rule_id, group_key, is_escalation, state, event as problem, end_position`,
  )
}

/** A person takes care of the problems of these sites: they are not escalated. */
export async function dropEscalations(trx: Db, siteIds: readonly number[]): Promise<void> {
  await sql`update rule_matches set state = 'dropped' where state = 'waiting' and is_escalation
    and (event ->> 'site_id')::bigint = any (${siteIds}::bigint[])`.execute(trx)
}

/** Matches without a message yet, oldest first, including those that are not due. */
export const listWaitingMatches = (trx: Db, before: Date, limit: number): Promise<MatchRow[]> =>
  trx
    .selectFrom('rule_matches')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', before)
    .orderBy('position')
    .limit(limit)
    .execute()

export async function dropMatches(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update rule_matches set state = 'dropped' where id = any (${ids}::bigint[])`.execute(trx)
}

export async function assignMatches(trx: Db, ids: readonly number[], messageId: number): Promise<void> {
  await sql`update rule_matches set state = 'sent', message_id = ${messageId} where id = any (${ids}::bigint[])`.execute(
    trx,
  )
}

/** Whether a problem of the group was sent to the channel and is not over. */
export async function hasOpenProblem(trx: Db, channelId: number, groupKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom('rule_matches')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('group_key', '=', groupKey)
    .where('problem_key', 'is not', null)
    .where('is_end', '=', false)
    .where('ended_at', 'is', null)
    .where('state', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Addresses with a site that was not checked since then or is being checked again: further events may follow. Ignores
 * inactive monitors.
 */
export async function findUnsettledAddresses(
  trx: Db,
  since: readonly { address: string; at: Date }[],
  activeByDefault: boolean,
): Promise<Set<string>> {
  const rows = await queryRows(
    trx,
    sql<{ address: string }>`
      select distinct monitors.address from monitors join sites on sites.id = monitors.site_id
      join unnest(${since.map(({ address }) => address)}::text[], ${since.map(({ at }) => at)}::timestamptz[])
        as trouble (address, at) on trouble.address = monitors.address
      where (monitors.status = 'pending' or monitors.checked_at < trouble.at)
        and sites.suspended_by = 'none' and coalesce(monitors.active, ${activeByDefault})`,
  )
  return new Set(rows.map(({ address }) => address))
}

/** The position before the first event that a former webhook was not sent yet. */
export async function findUnsentPosition(db: Db, webhookId: number): Promise<number> {
  const rows = await queryRows(
    db,
    sql<{ position: number }>`select coalesce(
      (select min(match.position) - 1 from rule_matches as match
        join notification_channels as channel on channel.id = match.channel_id and channel.webhook_id = ${webhookId}
        left join channel_messages as message on message.id = match.message_id
        where match.state = 'waiting' or message.state in ('waiting', 'sending')),
      (select position from notification_cursor), (select max(position) from events), 0) as position`,
  )
  return oneRow(rows).position
}
