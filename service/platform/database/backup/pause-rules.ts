import type { Client } from 'pg'

interface Rule {
  owner: string
  name: string
  definition: string
}

/**
 * Drops foreign keys and indexes and disables triggers, so that tables can be filled quickly, in any order and with exactly the
 * rows they had. The returned function restores everything and checks every reference. Needs no superuser.
 */
export async function pauseRules(client: Client): Promise<() => Promise<void>> {
  const references = await client.query<Rule>(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conname`)
  const triggers = await client.query<Omit<Rule, 'definition'>>(`
    select t.tgrelid::regclass::text as owner, quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`)
  for (const { owner, name } of references.rows) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { owner, name } of triggers.rows) await client.query(`alter table ${owner} disable trigger ${name}`)
  const indexes = await findIndexes(client)
  if (indexes.length > 0) await client.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { owner, name, definition } of references.rows) {
      await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
    }
    for (const { owner, name } of triggers.rows) await client.query(`alter table ${owner} enable trigger ${name}`)
  }
}

/** Indexes that belong to no constraint; those of partitioned tables stay. A complete table is indexed far faster than row by row. */
async function findIndexes(client: Client): Promise<Pick<Rule, 'name' | 'definition'>[]> {
  const { rows } = await client.query<Pick<Rule, 'name' | 'definition'>>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1`)
  return rows
}
