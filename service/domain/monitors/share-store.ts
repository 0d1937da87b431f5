import { type Database, statement } from '../../platform/database/database.ts'
import { shareCount } from './watch-store.ts'

/** Which process checks which share. Uses the database clock, so that machine clocks need not agree. */

const upsertWorker = statement<{ alive: number }>(
  'monitor-worker-seen',
  `with seen as (
     insert into monitor_workers (holder, seen_until) values ($1, now() + make_interval(secs => $2))
     on conflict (holder) do update set seen_until = excluded.seen_until),
   gone as (delete from monitor_workers where seen_until < now() - interval '10 minutes')
   select 1 + count(*) as alive from monitor_workers where seen_until > now() and holder <> $1`,
)
const renew = statement<{ share: number }>(
  'monitor-shares-renew',
  `update monitor_shares set held_until = now() + make_interval(secs => $2)
   where holder = $1 and share = any ($3::int[]) returning share`,
)
const claim = statement<{ share: number }>(
  'monitor-shares-claim',
  `update monitor_shares set holder = $1, held_until = now() + make_interval(secs => $2)
   where share in (
     select share from monitor_shares
     where (holder is null or held_until < now() or holder = $1) and share <> all ($4::int[])
     order by share limit $3 for update skip locked)
   returning share`,
)
const release = statement(
  'monitor-shares-release',
  `update monitor_shares set holder = null where holder = $1 and share = any ($2::int[])`,
)
const deleteWorkerQuery = statement('monitor-worker-leave', `delete from monitor_workers where holder = $1`)
const insertShares = statement(
  'monitor-shares-make',
  `insert into monitor_shares (share) select generate_series(0, ${shareCount - 1}) on conflict do nothing`,
)

export async function ensureShares(db: Database): Promise<void> {
  await db.fetch(insertShares)
}

/** Records that this process is alive; returns the number of live processes. */
export async function registerWorker(db: Database, holder: string, seconds: number): Promise<number> {
  return (await db.fetch(upsertWorker, [holder, seconds]))[0]!.alive
}

const numbers = (rows: { share: number }[]) => rows.map(({ share }) => share)

/** Renews these shares, also expired ones that no other process took. */
export const renewShares = async (
  db: Database,
  holder: string,
  seconds: number,
  shares: readonly number[],
): Promise<number[]> => numbers(await db.fetch(renew, [holder, seconds, shares]))

/** Claims free shares, and those of this holder that are not in `held`. */
export const claimShares = async (
  db: Database,
  holder: string,
  seconds: number,
  max: number,
  held: readonly number[],
): Promise<number[]> => numbers(await db.fetch(claim, [holder, seconds, max, held]))

export async function releaseShares(db: Database, holder: string, shares: number[]): Promise<void> {
  await db.fetch(release, [holder, shares])
}

export async function deleteWorker(db: Database, holder: string): Promise<void> {
  await db.fetch(deleteWorkerQuery, [holder])
}
