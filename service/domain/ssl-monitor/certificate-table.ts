import type { Generated } from 'kysely'
import type { Problem } from './certificate.ts'

export interface SslCheckTable {
  site_id: number
  url: Generated<string>
  outcome: 'seen' | 'no-tls' | 'unreachable' | 'plain-http' | null
  reason: string | null
  problems: Generated<Problem[]>
  issuer: string | null
  issuer_o: string | null
  common_name: string | null
  names: Generated<string[]>
  valid_from: Date | null
  valid_to: Date | null
  protocol: string | null
  cipher: string | null
  fingerprint: string | null
  checked_at: Date | null
  seen_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ssl_checks: SslCheckTable
    ssl_warnings: {
      site_id: number
      fingerprint: string
      threshold: number
      days_left: number
      valid_to: Date
      warned_at: Date
    }
  }
}
