import { hash } from 'node:crypto'
import type { Generated } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database, Db } from '../platform/database/database.ts'
import type { AuditEntry, AuditTrail } from './audit.ts'

export interface AuditRow {
  id: Generated<number>
  at: Date
  actor_kind: string
  actor_name: string
  user_id: number | null
  key_id: number | null
  address: string | null
  request_id: string
  operation: string
  subject: string
  outcome: string
  seal: string
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    audit_lines: AuditRow
    audit_head: { only_row: Generated<boolean>; seal: string }
  }
}

type Unsealed = Omit<AuditRow, 'id' | 'seal'>

/** Writes sealed lines: each seal covers the line and the seal before it. */
export function createAuditTrail(db: Database, clock: Clock): AuditTrail {
  return {
    async record(line: AuditEntry) {
      const row = toRow(line, clock.now())
      await db.transaction().execute(async (trx) => {
        // The row lock orders the lines; the chain of seals needs one order.
        const head = await trx.selectFrom('audit_head').select('seal').forUpdate().executeTakeFirstOrThrow()
        const seal = sealOf(row, head.seal)
        await trx
          .insertInto('audit_lines')
          .values({ ...row, seal })
          .execute()
        await trx.updateTable('audit_head').set({ seal }).execute()
      })
    },
  }
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

function toRow({ actor, requestId, operation, subject, outcome }: AuditEntry, at: Date): Unsealed {
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
    outcome,
  }
}

function sealOf(row: Unsealed, before: string): string {
  const { at, ...rest } = row
  const facts = [
    before,
    at.toISOString(),
    ...Object.entries(rest)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, value]) => value),
  ]
  return hash('sha256', JSON.stringify(facts), 'hex')
}
