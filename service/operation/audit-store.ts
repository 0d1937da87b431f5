import { hash } from 'node:crypto'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database, Db } from '../platform/database/database.ts'
import { anonymousActor } from './actor.ts'
import type { AuditEntry, AuditedCall, AuditTrail, RefusedAttempt } from './audit.ts'
import { countRefusal, type RefusalRow, takeRefusalBefore } from './refusal-store.ts'

interface CallColumns {
  at: Date
  actor_kind: string
  actor_name: string
  user_id: number | null
  key_id: number | null
  address: string | null
  request_id: string
  operation: string
  subject: string
}

export interface AuditRow extends CallColumns {
  id: Generated<number>
  outcome: string
  seal: string
}

export interface OpenCallRow extends CallColumns {
  id: Generated<number>
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    audit_lines: AuditRow
    audit_head: { only_row: Generated<boolean>; seal: string }
    audit_open_calls: OpenCallRow
  }
}

type Unsealed = CallColumns & { outcome: string }

/** Writes sealed lines: each seal covers the line and the seal before it. */
export function createAuditTrail(db: Database, clock: Clock): AuditTrail {
  return {
    async record({ outcome, ...call }: AuditEntry, { within = db, openCall } = {}) {
      await appendLine(within, { ...toColumns(call, clock.now()), outcome }, openCall)
    },
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
        await appendLine(trx, refusalColumns(counted, refusal.requestId, now))
      })
    },
    async discard(openCall: number) {
      await db.deleteFrom('audit_open_calls').where('id', '=', openCall).execute()
    },
  }
}

async function appendLine(db: Db, row: Unsealed, openCall: number | null = null): Promise<void> {
  const { at, actor_kind, actor_name, user_id, key_id, address, request_id, operation, subject, outcome } = row
  await sql`select append_audit_line(
    ${at}, ${actor_kind}, ${actor_name}, ${user_id}, ${key_id}, ${address}, ${request_id},
    ${operation}, ${subject}, ${outcome}, ${factsOf(row)}, ${openCall})`.execute(db)
}

/** Lines of refusals name no user as the author: the caller has proven nothing. `user_id` is the account concerned. */
const refusalColumns = (row: RefusalRow, requestId: string, at: Date): Unsealed => {
  const { operation, outcome, subject, user_id } = row
  const actor = { ...anonymousActor(row.address || null), userId: user_id }
  return { ...toColumns({ actor, requestId, operation, subject }, at), outcome }
}

const refusalWindowMs = 3_600_000

/** Records how often the refusals of the windows that have ended were repeated. Returns the number of windows. */
export async function closeRefusalWindows(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - refusalWindowMs)
  for (let closed = 0; ; closed++) {
    const found = await db.transaction().execute(async (trx) => {
      const row = await takeRefusalBefore(trx, before)
      if (row && row.repeats > 0) await appendLine(trx, refusalColumns(withRepeats(row), 'refusals', now))
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
export async function closeAbandonedCalls(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - abandonedAfterMs)
  const abandoned = await db
    .selectFrom('audit_open_calls')
    .selectAll()
    .where('at', '<', before)
    .orderBy('id')
    .limit(maxClosedCalls)
    .execute()
  for (const call of abandoned) await db.transaction().execute((trx) => closeAbandonedCall(trx, call))
  return abandoned.length
}

async function closeAbandonedCall(trx: Db, { id, ...call }: Selectable<OpenCallRow>): Promise<void> {
  // The same order of locks as `append_audit_line`.
  await trx.selectFrom('audit_head').select('seal').forUpdate().execute()
  const { numDeletedRows } = await trx.deleteFrom('audit_open_calls').where('id', '=', id).executeTakeFirstOrThrow()
  // Another process may have closed it.
  if (numDeletedRows > 0n) await appendLine(trx, { ...call, outcome: abandonedOutcome })
}

/** Verifies the whole chain. Returns the id of the first wrong line, or null. */
export async function findBrokenAuditLine(db: Db, batchSize = 1000): Promise<number | null> {
  let seal = ''
  let lastId = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit_lines')
      .selectAll()
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id, seal: stored, ...row } of rows) {
      if (sealOf(row, seal) !== stored) return id
      seal = stored
      lastId = id
    }
    if (rows.length < batchSize) break
  }
  const head = await db.selectFrom('audit_head').select('seal').executeTakeFirst()
  // A different head means that the newest lines were deleted.
  return head?.seal === seal ? null : lastId + 1
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

const sealOf = (row: Unsealed, before: string): string => hash('sha256', `["${before}",${factsOf(row)}`, 'hex')

/** The sealed values as a JSON array without its opening bracket; the database adds the seal before it as first element. */
function factsOf({ at, ...rest }: Unsealed): string {
  const values = Object.entries(rest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => value)
  return JSON.stringify([at.toISOString(), ...values]).slice(1)
}
