import type { Db } from '../../platform/database/database.ts'

/** Top-level domain → address of its RDAP server. */
export type Servers = Record<string, string>

export interface Bootstrap {
  url: string
  servers: Servers
  fetched_at: Date
  expires_at: Date
}

/** The stored list of registries, only if it is from this address. */
export function findBootstrap(db: Db, url: string): Promise<Bootstrap | undefined> {
  return db
    .selectFrom('rdap_bootstrap')
    .select(['url', 'servers', 'fetched_at', 'expires_at'])
    .where('url', '=', url)
    .executeTakeFirst()
}

export async function upsertBootstrap(db: Db, { servers, ...rest }: Bootstrap): Promise<void> {
  const values = { ...rest, servers: JSON.stringify(servers) }
  await db
    .insertInto('rdap_bootstrap')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

export async function findPause(db: Db, server: string): Promise<Date | null> {
  const row = await db.selectFrom('rdap_pauses').select('until').where('server', '=', server).executeTakeFirst()
  return row?.until ?? null
}

export async function upsertPause(db: Db, server: string, until: Date): Promise<void> {
  await db
    .insertInto('rdap_pauses')
    .values({ server, until })
    .onConflict((conflict) => conflict.column('server').doUpdateSet({ until }))
    .execute()
}
