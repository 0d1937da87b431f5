import type { Db } from '../platform/database/database.ts'
import type { Actor } from './actor.ts'

/** The outcome of a call that did a part of what was requested. */
export const partialOutcome = 'partial'

export interface AuditedCall {
  actor: Actor
  requestId: string
  operation: string
  /** The target: text or identifying fields. */
  subject: string
}

export interface AuditEntry extends AuditedCall {
  /** `ok` or the code of the error. */
  outcome: string
}

/** An attempt of a caller who is not signed in. */
export interface RefusedAttempt {
  operation: string
  /** The code of the error. */
  outcome: string
  address: string | null
  requestId: string
  /** Must not contain what the caller typed, unless it is known: attempts with other values would never repeat. */
  subject: string
  /** The account that the attempt was about. */
  userId: number | null
}

export interface RecordOptions {
  /** The transaction of the change. Last in it: other lines wait until it ends. */
  within?: Db | undefined
  /** The id that `open` returned: the call has ended. */
  openCall?: number | undefined
}

/** Stores a line for every change: actor, operation, target, outcome. */
export interface AuditTrail {
  record(line: AuditEntry, options?: RecordOptions): Promise<void>
  /** Stores that a call starts to change something outside of the database. Until it ends it is listed with the outcome `started`. */
  open(call: AuditedCall): Promise<number>
  /** Records the first of equal refusals within an hour, and counts the others: the sum is recorded later. */
  recordRefusal(refusal: RefusedAttempt): Promise<void>
  /** Hourly: records the calls of processes that ended and the sums of refusals, and removes lines older than `keepDays` (0: none). */
  maintain(keepDays: number): Promise<void>
  /** Ends an open call without a line. */
  discard(openCall: number): Promise<void>
}
