import type { Actor } from './actor.ts'

export interface AuditLine {
  actor: Actor
  requestId: string
  operation: string
  /** What was acted on, in words or identifying fields. */
  subject: string
  /** `ok` or the code of the error. */
  outcome: string
}

/** Keeps a line for every change: who, what, on what, how it ended. */
export interface AuditTrail {
  record(line: AuditLine): Promise<void>
}
