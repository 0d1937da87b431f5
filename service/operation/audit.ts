import type { Actor } from './actor.ts'

export interface AuditEntry {
  actor: Actor
  requestId: string
  operation: string
  /** The target: text or identifying fields. */
  subject: string
  /** `ok` or the code of the error. */
  outcome: string
}

/** Stores a line for every change: actor, operation, target, outcome. */
export interface AuditTrail {
  record(line: AuditEntry): Promise<void>
}
