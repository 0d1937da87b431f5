import type { Db } from '../../platform/database/database.ts'

/** Null: the public address. */
export async function findBootstrapUrl(db: Db): Promise<string | null> {
  const row = await db.selectFrom('domain_monitor_settings').select('bootstrap_url').executeTakeFirst()
  return row?.bootstrap_url ?? null
}

export async function upsertBootstrapUrl(db: Db, url: string | null): Promise<void> {
  await db
    .insertInto('domain_monitor_settings')
    .values({ bootstrap_url: url })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ bootstrap_url: url }))
    .execute()
}
