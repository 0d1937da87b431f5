import { type Selectable, sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database, Db } from '../platform/database/database.ts'
import { oneRow } from '../platform/database/one-row.ts'
import type { Secrets } from '../platform/secrets.ts'
import { anonymousActor, systemActor } from './actor.ts'
import type { AuditedCall, AuditTrail, RefusedAttempt } from './audit.ts'
import {
  type AuditKey,
  createAuditKey,
  findAuditKey,
  type LinePosition,
  type SealedColumns,
  sealLine,
} from './audit-trail/audit-seal.ts'
import type { CallColumns, OpenCallRow } from './audit-trail/audit-tables.ts'
import { purgeAuditLines } from './audit-trail/purge-store.ts'
import { anchorOperation } from './audit-trail/verify-store.ts'
import { countRefusal, type RefusalRow, takeRefusalBefore } from './refusal-store.ts'

interface TrailParts {
  db: Database
  clock: Clock
  secrets: Secrets
}

/** Finds the key of the trail, or creates it with a line that closes the lines from before it. */
export async function openAuditTrail(
  parts: TrailParts,
): Promise<AuditTrail & { key: AuditKey; recordAnchor(path: string): Promise<void> }> {
  const { db, clock } = parts
  const key = await openAuditKey(parts)
  const record: AuditTrail['record'] = async ({ outcome, ...call }, { within, openCall } = {}) => {
    const row = { ...toColumns(call, clock.now()), outcome }
    if (within) await appendLine(within, key, row, openCall)
    else await db.transaction().execute((trx) => appendLine(trx, key, row, openCall))
  }
  return {
    key,
    record,
    async maintain(keepDays) {
      const now = clock.now()
      await closeAbandonedCalls(db, key, now)
      await closeRefusalWindows(db, key, now)
      if (keepDays === 0) return
      const { lines, last } = await purgeAuditLines(db, key, new Date(now.getTime() - keepDays * dayMs))
      if (lines === 0) return
      const subject = JSON.stringify({ removed: lines, last_line: last, keep_days: keepDays })
      await record({
        actor: systemActor(),
        requestId: 'retention',
        operation: 'purge-audit-lines',
        subject,
        outcome: 'ok',
      })
    },
    recordAnchor: (path) =>
      record({
        actor: systemActor(),
        requestId: 'audit anchor',
        operation: anchorOperation,
        subject: JSON.stringify({ path }),
        outcome: 'ok',
      }),
    async open(call: AuditedCall) {
      const { id } = await db
        .insertInto('audit_open_calls')
        .values(toColumns(call, clock.now()))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async recordRefusal(refusal: RefusedAttempt) {
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const counted = await countRefusal(trx, refusal, now)
        if (counted.repeats > 0) return
        await appendLine(trx, key, refusalColumns(counted, refusal.requestId, now))
      })
    },
    async discard(openCall: number) {
      await db.deleteFrom('audit_open_calls').where('id', '=', openCall).execute()
    },
  }
}

async function openAuditKey({ db, clock, secrets }: TrailParts): Promise<AuditKey> {
  const known = await findAuditKey({ db, secrets })
  if (known) return known
  return db.transaction().execute(async (trx) => {
    // The lock orders processes that start at the same time.
    const head = await lockHead(trx)
    const created = await findAuditKey({ db: trx, secrets })
    if (created) return created
    return createAuditKey({ db: trx, secrets }, async (key) => {
      if (head === '') return { line: 0, seal: '' }
      const call = { actor: systemActor(), requestId: 'audit key', operation: 'key-audit-trail' }
      const subject = JSON.stringify({ closes: head })
      return appendAfter(trx, key, head, { ...toColumns({ ...call, subject }, clock.now()), outcome: 'ok' })
    })
  })
}

async function appendLine(trx: Db, key: AuditKey, row: SealedColumns, openCall?: number): Promise<void> {
  await appendAfter(trx, key, await lockHead(trx), row, openCall)
}

/** The row lock orders the lines; the chain of seals needs one order. */
const lockHead = async (trx: Db): Promise<string> =>
  (await trx.selectFrom('audit_head').select('seal').forUpdate().executeTakeFirstOrThrow()).seal

/** The process computes the seal: the key must not be sent to the database. */
async function appendAfter(
  trx: Db,
  key: AuditKey,
  head: string,
  row: SealedColumns,
  openCall: number | null = null,
): Promise<LinePosition> {
  const seal = sealLine(key, row, head)
  const { at, actor_kind, actor_name, user_id, key_id, address, request_id, operation, subject, outcome } = row
  const { rows } = await sql<{ id: number }>`
    with next_head as (update audit_head set seal = ${seal}),
      ended as (delete from audit_open_calls where id = ${openCall}::bigint)
    insert into audit_lines
      (at, actor_kind, actor_name, user_id, key_id, address, request_id, operation, subject, outcome, seal)
    values (${at}, ${actor_kind}, ${actor_name}, ${user_id}, ${key_id}, ${address}, ${request_id}, ${operation},
      ${subject}, ${outcome}, ${seal})
    returning id`.execute(trx)
  return { line: oneRow(rows).id, seal }
}

/** Lines of refusals name no user as the author: the caller has proven nothing. `user_id` is the account concerned. */
const refusalColumns = (row: RefusalRow, requestId: string, at: Date): SealedColumns => {
  const { operation, outcome, subject, user_id } = row
  const actor = { ...anonymousActor(row.address || null), userId: user_id }
  return { ...toColumns({ actor, requestId, operation, subject }, at), outcome }
}

const refusalWindowMs = 3_600_000
const dayMs = 86_400_000

/** Records how often the refusals of the windows that have ended were repeated. Returns the number of windows. */
async function closeRefusalWindows(db: Database, key: AuditKey, now: Date): Promise<number> {
  const before = new Date(now.getTime() - refusalWindowMs)
  for (let closed = 0; ; closed++) {
    const found = await db.transaction().execute(async (trx) => {
      const row = await takeRefusalBefore(trx, before)
      if (row && row.repeats > 0) await appendLine(trx, key, refusalColumns(withRepeats(row), 'refusals', now))
      return row !== undefined
    })
    if (!found) return closed
  }
}

function withRepeats(row: RefusalRow): RefusalRow {
  const { repeats, since, last_at } = row
  const sum = { repeats, since: since.toISOString(), until: last_at.toISOString() }
  return { ...row, subject: JSON.stringify({ ...readFacts(row.subject), ...sum }) }
}

function readFacts(subject: string): object {
  try {
    return Object(JSON.parse(subject))
  } catch {
    return { subject }
  }
}

/** The outcome of a call whose process ended before it: what became of the change is unknown. */
export const abandonedOutcome = 'svc_process_ended'

/** No call takes this long: the process that ran it has ended. */
const abandonedAfterMs = 3_600_000
/** At once; the next cleanup closes the others. */
const maxClosedCalls = 1_000

/** Records calls whose process ended before their outcome was known. Returns their number. */
async function closeAbandonedCalls(db: Database, key: AuditKey, now: Date): Promise<number> {
  const before = new Date(now.getTime() - abandonedAfterMs)
  const abandoned = await db
    .selectFrom('audit_open_calls')
    .selectAll()
    .where('at', '<', before)
    .orderBy('id')
    .limit(maxClosedCalls)
    .execute()
  for (const call of abandoned) await db.transaction().execute((trx) => closeAbandonedCall(trx, key, call))
  return abandoned.length
}

async function closeAbandonedCall(trx: Db, key: AuditKey, { id, ...call }: Selectable<OpenCallRow>): Promise<void> {
  // The same order of locks as `record`.
  const head = await lockHead(trx)
  const { numDeletedRows } = await trx.deleteFrom('audit_open_calls').where('id', '=', id).executeTakeFirstOrThrow()
  // Another process may have closed it.
  if (numDeletedRows > 0n) await appendAfter(trx, key, head, { ...call, outcome: abandonedOutcome })
}

function toColumns({ actor, requestId, operation, subject }: AuditedCall, at: Date): CallColumns {
  return {
    at,
    actor_kind: actor.kind,
    actor_name: actor.name,
    user_id: actor.userId,
    key_id: actor.keyId,
    address: actor.address,
    request_id: requestId,
    operation,
    subject,
  }
}
