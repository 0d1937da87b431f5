import { sql } from 'kysely'
import { type Database, type Db, quickRows } from '../../../platform/database/database.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    compatible_key_pairs: { key_id: number; hash: string; created_at: Date }
  }
}

export async function insertPair(db: Db, keyId: number, hash: string, now: Date): Promise<void> {
  await db.insertInto('compatible_key_pairs').values({ key_id: keyId, hash, created_at: now }).execute()
}

/** The key of the pair, whether it is usable or not. */
export async function findKeyOfPair(db: Database, hash: string): Promise<number | undefined> {
  const query = sql<{ key_id: number }>`select key_id from compatible_key_pairs where hash = ${hash}`
  return (await quickRows(db, query))[0]?.key_id
}

/** Those of the keys that have a pair. */
export async function listCompatibleKeys(db: Db, keyIds: readonly number[]): Promise<Set<number>> {
  if (keyIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('compatible_key_pairs')
    .select('key_id')
    .where('key_id', 'in', [...keyIds])
    .execute()
  return new Set(rows.map(({ key_id }) => key_id))
}
