import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { clientIdIsVisible } from '../sites/index.ts'
import type { Recurrence } from './bucket-period.ts'
import type { TimeBucketTable } from './time-table.ts'
import { bucketIsVisible } from './visible-tasks-store.ts'

export type BucketRow = Selectable<TimeBucketTable> & { clients: { id: number; name: string }[] }

export interface BucketFilter {
  clientId?: number | undefined
  recurrence: Recurrence | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const bucketOrders = { title: 'lower(title)', id: 'id', created_at: 'created_at' } as const
export interface BucketPage {
  page: number
  perPage: number
  orderBy: keyof typeof bucketOrders
  order: 'asc' | 'desc'
}

function conditionOf({ clientId, recurrence, search, include, exclude, limits }: BucketFilter): Fragment {
  const conditions = [bucketIsVisible(limits)]
  if (clientId !== undefined) {
    conditions.push(sql`bucket.id in (select bucket_id from time_bucket_clients where client_id = ${clientId})`)
  }
  if (recurrence !== 'any') conditions.push(sql`bucket.recurrence = ${recurrence}`)
  if (search !== '') conditions.push(sql`strpos(lower(title || ' ' || description), lower(${search})) > 0`)
  if (include.length > 0) conditions.push(sql`bucket.id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`bucket.id <> all (${exclude}::bigint[])`)
  return allOf(conditions)
}

export async function listBuckets(
  db: Database,
  filter: BucketFilter,
  { page, perPage, orderBy, order }: BucketPage,
): Promise<BucketRow[]> {
  return queryRows(
    db,
    sql<BucketRow>`select bucket.*, coalesce((
          select json_agg(json_build_object('id', clients.id, 'name', clients.name) order by lower(clients.name), clients.id)
          from time_bucket_clients join clients on clients.id = client_id
          where bucket_id = bucket.id and ${clientIdIsVisible('clients.id', filter.limits)}), '[]') as clients
      from time_buckets as bucket where ${conditionOf(filter)}
      order by ${sql.raw(`${bucketOrders[orderBy]} ${order}, id ${order}`)}
      limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

export async function countBuckets(db: Database, filter: BucketFilter): Promise<number> {
  const query = sql<{
    total: number
  }>`select count(*) as total from time_buckets as bucket where ${conditionOf(filter)}`
  return oneRow(await queryRows(db, query)).total
}

/** Locks the bucket until the transaction ends. Returns its clients. */
export async function lockBucket(trx: Db, id: number): Promise<{ clientIds: number[] } | null> {
  const bucket = await trx.selectFrom('time_buckets').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return bucket ? { clientIds: await listBucketClients(trx, id) } : null
}

export async function listBucketClients(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('time_bucket_clients').select('client_id').where('bucket_id', '=', id).execute()
  return rows.map(({ client_id }) => client_id)
}

export async function insertBucket(trx: Db, values: Insertable<TimeBucketTable>): Promise<number> {
  return (await trx.insertInto('time_buckets').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateBucket(trx: Db, id: number, values: Updateable<TimeBucketTable>): Promise<void> {
  await trx.updateTable('time_buckets').set(values).where('id', '=', id).execute()
}

export async function replaceClients(trx: Db, id: number, clientIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('time_bucket_clients').where('bucket_id', '=', id).execute()
  await sql`insert into time_bucket_clients (bucket_id, client_id)
    select ${id}, id from clients where id = any (${clientIds}::bigint[]) order by id`.execute(trx)
}

/** Its tasks stay, without a bucket, and count up. */
export async function deleteBucket(trx: Db, id: number): Promise<void> {
  await trx.updateTable('time_tasks').set({ timer_mode: 'count_up' }).where('bucket_id', '=', id).execute()
  await trx.deleteFrom('time_buckets').where('id', '=', id).execute()
}

export async function countTasksOfBucket(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('time_tasks')
    .select((tasks) => tasks.fn.countAll<number>().as('count'))
    .where('bucket_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
