import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    user_orders: { id: number; content: string; created_at: Date }
  }
}

export const sealedOrderColumn = 'user_orders.content'

type Platform = { db: Db; secrets: Secrets }

/** Sealed, because they contain passwords. Returns the ids in the given order. */
export async function insertOrders({ db, secrets }: Platform, orders: readonly object[], now: Date): Promise<number[]> {
  const sealed = orders.map((order) => secrets.seal(JSON.stringify(order), sealedOrderColumn))
  const { rows } = await sql<{ id: number }>`
    insert into user_orders (content, created_at)
    select content, ${now}::timestamptz from unnest(${sealed}::text[]) with ordinality as given (content, position) order by position
    returning id`.execute(db)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

export async function findOrder<Order>({ db, secrets }: Platform, id: number): Promise<Order | undefined> {
  const row = await db.selectFrom('user_orders').select('content').where('id', '=', id).executeTakeFirst()
  // Sealed by insertOrders.
  return row && (JSON.parse(secrets.open(row.content, sealedOrderColumn)) as Order)
}
