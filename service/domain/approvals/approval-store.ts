import { type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { hasPermission } from '../../operation/permissions.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'

export const storedStates = ['pending', 'approved', 'used', 'refused', 'outdated'] as const
type StoredState = (typeof storedStates)[number]

interface ApprovalsTable {
  id: Generated<number>
  key_id: number | null
  operation: string
  requested_by: string
  targets: number
  call_hash: Buffer
  request: string
  digest: string
  state: Generated<StoredState>
  requested_at: Date
  expires_at: Date
  decided_at: Date | null
  decided_by: string | null
  used_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    approvals: ApprovalsTable
  }
}

export type ApprovalRow = Omit<Selectable<ApprovalsTable>, 'call_hash'>
/** A request can have a million characters. */
export type ListedApproval = Omit<ApprovalRow, 'request'>

const listedColumns = [
  ...(['id', 'key_id', 'operation', 'requested_by', 'targets', 'digest', 'state'] as const),
  ...(['requested_at', 'expires_at', 'decided_at', 'decided_by', 'used_at'] as const),
]
const columns = [...listedColumns, 'request'] as const

/** A key sees its own requests, a person those of the keys that belong to it, an administrator without limits all. */
function isVisible({ kind, keyId, userId, ...rights }: Actor): Fragment {
  if (kind === 'system') return sql`true`
  if (kind === 'key') return sql`approvals.key_id = ${keyId}::bigint`
  if (hasPermission(rights, 'access.manage') && rights.limits === null) return sql`true`
  return sql`approvals.key_id in (select id from api_keys where user_id = ${userId}::bigint)`
}

export async function insertApproval(
  trx: Db,
  row: Pick<
    ApprovalsTable,
    'call_hash' | 'request' | 'digest' | 'operation' | 'requested_by' | 'targets' | 'requested_at' | 'expires_at'
  > & { key_id: number },
): Promise<number> {
  const { id } = await trx.insertInto('approvals').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The newest request of the key for this call that can still be approved or used; locked. */
export const lockOpenApproval = (trx: Db, keyId: number, callHash: Buffer, now: Date) =>
  trx
    .selectFrom('approvals')
    .select(columns)
    .where('key_id', '=', keyId)
    .where('call_hash', '=', callHash)
    .where('state', 'in', ['pending', 'approved'])
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Calls of one key are asked one after the other, so that two equal ones make one request. */
export const lockKeyOfRequests = (trx: Db, keyId: number) =>
  trx.selectFrom('api_keys').select('id').where('id', '=', keyId).forNoKeyUpdate().executeTakeFirst()

/** Of the requests since then: all, and those that wait for a decision. */
export async function countApprovals(db: Db, keyId: number, since: Date): Promise<{ pending: number; all: number }> {
  const { rows } = await sql<{ pending: number; all: number }>`
    select count(*) filter (where state = 'pending') as pending, count(*) as all from approvals
    where key_id = ${keyId} and requested_at > ${since}`.execute(db)
  return oneRow(rows)
}

type Decision = Partial<Pick<ApprovalRow, 'state' | 'decided_at' | 'decided_by' | 'used_at'>>

/** False if it is not in the state `from` any more. */
export async function updateApproval(trx: Db, id: number, from: StoredState, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('approvals')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findVisibleApproval(db: Db, id: number, actor: Actor): Promise<ApprovalRow | undefined> {
  const query = sql<ApprovalRow>`select ${sql.join(columns.map((name) => sql.ref(name)))} from approvals
    where id = ${id} and ${isVisible(actor)}`
  return (await query.execute(db)).rows[0]
}

/** `pending`: only those that a person can still decide. */
export async function listApprovalRows(
  db: Database,
  actor: Actor,
  { pending, now, page, perPage }: { pending: boolean; now: Date; page: number; perPage: number },
): Promise<{ rows: ListedApproval[]; total: number }> {
  const condition = sql`${isVisible(actor)} and (not ${pending}::boolean or (state = 'pending' and expires_at > ${now}::timestamptz))`
  const [rows, counted] = await Promise.all([
    queryRows(
      db,
      sql<ListedApproval>`select ${sql.join(listedColumns.map((name) => sql.ref(name)))} from approvals where ${condition}
        order by id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    queryRows(db, sql<{ total: number }>`select count(*) as total from approvals where ${condition}`),
  ])
  return { rows, total: oneRow(counted).total }
}

/** Requests that wait for a decision, for the inbox. */
export const pendingApprovalRows = (actor: Actor, now: Date): Fragment =>
  sql`select approvals.id::text as key, null::bigint as site_id, requested_at as at, approvals.id as position,
      null::bigint as assigned_user_id, jsonb_build_object('operation', operation, 'id', approvals.id,
        'key', coalesce(api_keys.description, ''),
        'hosts', coalesce(request::jsonb -> 'hosts', '[]')) as facts
    from approvals join api_keys on api_keys.id = approvals.key_id
    where ${isVisible(actor)} and state = 'pending' and approvals.expires_at > ${now}::timestamptz`

interface StoredRequest {
  digest: string
  request: string
  state: StoredState
}

/** Of the requests with these digests. */
export const listRequestsByDigest = (db: Db, digests: readonly string[]): Promise<StoredRequest[]> =>
  digests.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('approvals')
        .select(['digest', 'request', 'state'])
        .where('digest', 'in', [...digests])
        .execute()
