import type { Generated } from 'kysely'

export interface CallColumns {
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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    audit_lines: AuditRow
    audit_head: { only_row: Generated<boolean>; seal: string }
    audit_open_calls: OpenCallRow
  }
}
