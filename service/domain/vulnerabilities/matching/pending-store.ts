import { sql } from 'kysely'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { FeedItem } from './record-store.ts'

export interface PendingItem extends FeedItem {
  changed_at: Date
  /** How many sites have it, about. */
  sites: number
}

/** Items whose entries changed, the most severe first, so that what matters most is known first. */
export const listPendingItems = (db: Db, max: number): Promise<PendingItem[]> =>
  queryRows(
    db,
    sql<PendingItem>`
      select pending.kind, pending.slug, pending.changed_at, coalesce(counted.sites, 0)::integer as sites
      from (select * from vulnerability_pending order by changed_at, kind, slug limit ${max}) as pending
      left join lateral (
        select case when pending.kind = 'core' then (select count(*) from sites where wp_version <> '')
          else (select sum(greatest(item.sites, 1)) from software_items as item where item.kind = pending.kind
            and software_folder(item.kind, item.slug) collate "C" = pending.slug) end as sites
      ) as counted on true
      order by pending.kind, pending.slug`,
  )

/** An item whose entries changed again in the meantime stays. */
export async function deletePendingItems(trx: Db, items: readonly PendingItem[]): Promise<void> {
  await sql`
    delete from vulnerability_pending as pending using unnest(${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ slug }) => slug)}::text[], ${items.map(({ changed_at }) => changed_at)}::timestamptz[])
      as done (kind, slug, changed_at)
    where pending.kind = done.kind and pending.slug = done.slug and pending.changed_at = done.changed_at`.execute(trx)
}

/**
 * A site that is stored while its items are compared with new records could miss both. Sites share the lock, so that they do not
 * wait for each other; a comparison of many sites waits for them and they for it.
 */
export async function lockMatching(trx: Db, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.lit(advisoryLocks.matchVulnerabilities)
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${lock})`
    : sql`select pg_advisory_xact_lock(${lock})`
  ).execute(trx)
}
