import { sql } from 'kysely'
import { type Database, queryRows } from '../../../platform/database/database.ts'

/** Slots of running updates. All times are the database's own: the clocks of machines may differ. */

/** False when all slots are taken, or another process took the slot first. */
export async function takeSlot(db: Database, holder: string, max: number, seconds: number): Promise<boolean> {
  // Every held slot counts, also one above a limit that was lowered meanwhile.
  const query = sql`insert into update_slots (slot, holder, held_until)
    select number, ${holder}, now() + make_interval(secs => ${seconds}) from generate_series(1, ${max}::int) as free (number)
    where (select count(*) from update_slots where held_until > now()) < ${max}
      and not exists (select from update_slots where slot = number and held_until > now())
    order by random() limit 1
    on conflict (slot) do update set holder = excluded.holder, held_until = excluded.held_until
    where update_slots.held_until <= now()
    returning slot`
  return (await queryRows(db, query)).length === 1
}

/** Returns the holders whose slot no other update has taken. */
export async function renewSlots(db: Database, holders: string[], seconds: number): Promise<string[]> {
  const query = sql<{ holder: string }>`update update_slots set held_until = now() + make_interval(secs => ${seconds})
    where holder = any (${holders}::uuid[]) returning holder`
  return (await queryRows(db, query)).map(({ holder }) => holder)
}

export async function releaseSlot(db: Database, holder: string): Promise<void> {
  await queryRows(db, sql`delete from update_slots where holder = ${holder}`)
}
