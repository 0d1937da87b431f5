import type { ColumnType, Generated } from 'kysely'

export interface DomainTable {
  name: string
  next_at: Date
  outcome: 'found' | 'not-found' | 'unsupported' | 'failed' | null
  reason: string | null
  registrar: string | null
  registrar_id: string | null
  statuses: Generated<string[]>
  registered_at: Date | null
  changed_at: Date | null
  expires_at: Date | null
  nameservers: Generated<string[]>
  manual_registrar: string | null
  manual_registered_on: string | null
  manual_expires_on: string | null
  checked_at: Date | null
  seen_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    domains: DomainTable
    site_domains: { site_id: number; url: string; domain: string | null }
    domain_warnings: { domain: string; expires_at: Date; threshold: number; days_left: number; warned_at: Date }
    domain_monitor_settings: { only_row: Generated<boolean>; bootstrap_url: string | null }
    rdap_pauses: { server: string; until: Date }
    rdap_bootstrap: {
      only_row: Generated<boolean>
      url: string
      servers: ColumnType<Record<string, string>, string, string>
      fetched_at: Date
      expires_at: Date
    }
  }
}
