import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import type { Recurrence } from './bucket-period.ts'
import type { TimeBucketTable } from './time-table.ts'
import { visibleBucketsSql, visibleClientsSql } from './visible-tasks.ts'

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

function conditionOf({ clientId, recurrence, search, include, exclude, limits }: BucketFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, text: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(text(...given.map((value) => values.push(value))))
  }
  // First, because the client list also uses the numbers of its parameters.
  if (limits) add('l', (a, b) => visibleBucketsSql('bucket', a!, b!), ...limitValues(limits))
  if (clientId !== undefined)
    add('c', (at) => `bucket.id in (select bucket_id from time_bucket_clients where client_id = $${at})`, clientId)
  if (recurrence !== 'any') add('r', (at) => `bucket.recurrence = $${at}`, recurrence)
  if (search !== '') add('q', (at) => `strpos(lower(title || ' ' || description), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `bucket.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `bucket.id <> all ($${at}::bigint[])`, exclude)
  return { key, condition: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

export async function listBuckets(
  db: Database,
  filter: BucketFilter,
  { page, perPage, orderBy, order }: BucketPage,
): Promise<BucketRow[]> {
  const { key, condition, values } = conditionOf(filter)
  const at = values.length
  return db.fetch(
    statement<BucketRow>(
      `time-buckets-${key}-${orderBy}-${order}`,
      `select bucket.*, coalesce((
           select json_agg(json_build_object('id', clients.id, 'name', clients.name) order by lower(clients.name), clients.id)
           from time_bucket_clients join clients on clients.id = client_id where bucket_id = bucket.id
           ${filter.limits ? `and ${visibleClientsSql('clients.id', 1, 2)}` : ''}), '[]') as clients
       from time_buckets as bucket where ${condition}
       order by ${bucketOrders[orderBy]} ${order}, id ${order} limit $${at + 1} offset $${at + 2}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countBuckets(db: Database, filter: BucketFilter): Promise<number> {
  const { key, condition, values } = conditionOf(filter)
  const text = `select count(*) as total from time_buckets as bucket where ${condition}`
  return (await db.fetch(statement<{ total: number }>(`time-buckets-count-${key}`, text), values))[0]!.total
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
