import { type Database, statement } from '../../../platform/database/database.ts'

/** Slots of running updates. All times are the database's own: the clocks of machines may differ. */

// Every held slot counts, also one above a limit that was lowered meanwhile.
const take = statement<{ slot: number }>(
  'update-slot-take',
  `insert into update_slots (slot, holder, held_until)
   select number, $1, now() + make_interval(secs => $3) from generate_series(1, $2::int) as free (number)
   where (select count(*) from update_slots where held_until > now()) < $2
     and not exists (select from update_slots where slot = number and held_until > now())
   order by random() limit 1
   on conflict (slot) do update set holder = excluded.holder, held_until = excluded.held_until
   where update_slots.held_until <= now()
   returning slot`,
)
const renew = statement<{ holder: string }>(
  'update-slots-renew',
  'update update_slots set held_until = now() + make_interval(secs => $2) where holder = any ($1::uuid[]) returning holder',
)
const release = statement('update-slot-release', 'delete from update_slots where holder = $1')

/** False when all slots are taken, or another process took the slot first. */
export async function takeSlot(db: Database, holder: string, most: number, seconds: number): Promise<boolean> {
  return (await db.fetch(take, [holder, most, seconds])).length === 1
}

/** Returns the holders whose slot no other update has taken. */
export async function renewSlots(db: Database, holders: string[], seconds: number): Promise<string[]> {
  return (await db.fetch(renew, [holders, seconds])).map(({ holder }) => holder)
}

export async function releaseSlot(db: Database, holder: string): Promise<void> {
  await db.fetch(release, [holder])
}
