import { type Database, statement } from '../../../platform/database/database.ts'

/** Places of updates that run. All times are the database's own, so that clocks of machines need not agree. */

// Whoever is counted counts, also when its number is above a limit that was lowered meanwhile.
const take = statement<{ place: number }>(
  'update-place-take',
  `insert into update_places (place, holder, held_until)
   select number, $1, now() + make_interval(secs => $3) from generate_series(1, $2::int) as free (number)
   where (select count(*) from update_places where held_until > now()) < $2
     and not exists (select from update_places where place = number and held_until > now())
   order by random() limit 1
   on conflict (place) do update set holder = excluded.holder, held_until = excluded.held_until
   where update_places.held_until <= now()
   returning place`,
)
const renew = statement(
  'update-place-renew',
  'update update_places set held_until = now() + make_interval(secs => $2) where holder = $1',
)
const leave = statement('update-place-leave', 'delete from update_places where holder = $1')

/** False when all are taken, or somebody was quicker. */
export async function takeSlot(db: Database, holder: string, most: number, seconds: number): Promise<boolean> {
  return (await db.fetch(take, [holder, most, seconds])).length === 1
}

export async function renewSlot(db: Database, holder: string, seconds: number): Promise<void> {
  await db.fetch(renew, [holder, seconds])
}

export async function releaseSlot(db: Database, holder: string): Promise<void> {
  await db.fetch(leave, [holder])
}
