import { sql } from 'kysely'
import type { Context } from '../../operation/context.ts'
import type { InboxSource } from '../../operation/inbox-source.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    inbox_snoozes: { user_id: number; kind: string; key: string; until: Date }
    inbox_assignments: { kind: string; key: string; user_id: number; assigned_by: string; assigned_at: Date }
  }
}

export interface StoredItem {
  kind: string
  key: string
  site_id: number | null
  site_name: string | null
  site_url: string | null
  at: Date | null
  facts: unknown
  assigned_to: string | null
  snoozed_until: Date | null
}

export interface InboxFilter {
  kind?: string | undefined
  key?: string | undefined
  /** Assigned to the caller. */
  mine?: boolean
  /** Undefined: both. */
  snoozed?: boolean | undefined
}

/** Items of the sources with the decisions about them, as `item`. */
async function itemsOf(context: Context, sources: readonly InboxSource[]): Promise<Fragment> {
  const { actor, clock } = context
  const queries = await Promise.all(
    sources.map(async (source) => {
      const rows = await source.rows(context)
      return sql`select ${source.kind}::text as kind, ${source.rank}::integer as rank, key, site_id, at, position,
        assigned_user_id, facts from (${rows}) as source_rows`
    }),
  )
  return sql`(select found.kind, found.rank, found.position, found.key, found.site_id, sites.name as site_name, sites.url as site_url,
      found.at, found.facts, coalesce(found.assigned_user_id, assignment.user_id) as assignee_id, snooze.until as snoozed_until
    from (${sql.join(queries, sql` union all `)}) as found
    left join sites on sites.id = found.site_id
    left join inbox_assignments as assignment on assignment.kind = found.kind and assignment.key = found.key
    left join inbox_snoozes as snooze on snooze.user_id = ${actor.userId}::bigint and snooze.kind = found.kind
      and snooze.key = found.key and snooze.until > ${clock.now()}::timestamptz
    where sites.id is null or sites.suspended_by = 'none') as item`
}

function conditionOf({ kind, key, mine = false, snoozed }: InboxFilter, userId: number | null): Fragment {
  return sql`(${kind ?? null}::text is null or item.kind = ${kind ?? null}) and (${key ?? null}::text is null or item.key = ${key ?? null})
    and (not ${mine}::boolean or item.assignee_id = ${userId}::bigint)
    and (${snoozed ?? null}::boolean is null or (item.snoozed_until is not null) = ${snoozed ?? null})`
}

/** A page of the items, in the order of their kinds. */
export async function listInboxItems(
  context: Context,
  sources: readonly InboxSource[],
  filter: InboxFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<StoredItem[]> {
  if (sources.length === 0) return []
  return queryRows(
    context.db,
    sql<StoredItem>`select item.*, users.login as assigned_to from ${await itemsOf(context, sources)}
      left join users on users.id = item.assignee_id
      where ${conditionOf(filter, context.actor.userId)}
      order by item.rank, item.kind, item.position, item.key limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

export interface KindCount {
  kind: string
  open: number
  snoozed: number
  mine: number
}

/** How many items each kind has; kinds without an item are missing. */
export async function countInboxItems(context: Context, sources: readonly InboxSource[]): Promise<KindCount[]> {
  if (sources.length === 0) return []
  return queryRows(
    context.db,
    sql<KindCount>`select item.kind, count(*) filter (where item.snoozed_until is null) as open,
        count(*) filter (where item.snoozed_until is not null) as snoozed,
        count(*) filter (where item.snoozed_until is null and item.assignee_id = ${context.actor.userId}::bigint) as mine
      from ${await itemsOf(context, sources)} group by item.kind`,
  )
}

/** What a user can have snoozed; those that end first are deleted. */
const maxSnoozes = 1_000

/** Null ends the snooze. */
export async function upsertSnooze(
  db: Db,
  { userId, kind, key }: { userId: number; kind: string; key: string },
  until: Date | null,
): Promise<void> {
  if (until === null) {
    await db
      .deleteFrom('inbox_snoozes')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
    return
  }
  await db
    .insertInto('inbox_snoozes')
    .values({ user_id: userId, kind, key, until })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doUpdateSet({ until }))
    .execute()
  await sql`delete from inbox_snoozes where user_id = ${userId} and (kind, key) in (
    select kind, key from inbox_snoozes where user_id = ${userId} order by until desc, kind, key offset ${maxSnoozes})`.execute(
    db,
  )
}

/** Null removes the assignment. */
export async function upsertAssignment(
  db: Db,
  { kind, key, userId }: { kind: string; key: string; userId: number | null },
  { at, by }: { at: Date; by: string },
): Promise<void> {
  if (userId === null) {
    await db.deleteFrom('inbox_assignments').where('kind', '=', kind).where('key', '=', key).execute()
    return
  }
  const stored = { user_id: userId, assigned_by: by, assigned_at: at }
  await db
    .insertInto('inbox_assignments')
    .values({ kind, key, ...stored })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(stored))
    .execute()
}
