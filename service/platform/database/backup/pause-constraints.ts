import type { Client } from 'pg'

/**
 * Drops foreign keys and disables triggers, so that tables can be filled in any order and with exactly the rows
 * they had. The returned function restores everything and checks every reference. Needs no superuser.
 */
export async function pauseConstraints(client: Client): Promise<() => Promise<void>> {
  const references = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conname`)
  const triggers = await client.query<{ owner: string; name: string }>(`
    select t.tgrelid::regclass::text as owner, quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`)
  for (const { owner, name } of references.rows) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { owner, name } of triggers.rows) await client.query(`alter table ${owner} disable trigger ${name}`)
  return async () => {
    for (const { owner, name, definition } of references.rows) {
      await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
    }
    for (const { owner, name } of triggers.rows) await client.query(`alter table ${owner} enable trigger ${name}`)
  }
}
