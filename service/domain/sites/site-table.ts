import type { ColumnType, Generated } from 'kysely'
import type { SiteFacts, siteStatuses } from './site.ts'

type Status = (typeof siteStatuses)[number]

export interface SiteTable {
  id: Generated<number>
  url: string
  identity: string
  name: string
  connection: Generated<'never' | 'connected' | 'disconnected'>
  disconnected_code: string | null
  disconnected_reason: string | null
  suspended_by: Generated<'none' | 'hand' | 'client'>
  status: ColumnType<Status, never, never>
  client_id: number | null
  notes: Generated<string>
  admin_username: string
  verify_tls: Generated<boolean>
  http_user: string | null
  http_pass: string | null
  unique_id: string | null
  private_key: string | null
  public_key: string | null
  pending_private_key: string | null
  regverify: string | null
  cookies: string | null
  wp_version: Generated<string>
  php_version: Generated<string>
  child_version: Generated<string>
  facts: Generated<Partial<SiteFacts>>
  icon_url: string | null
  health_score: number | null
  core_update: string | null
  plugin_updates: Generated<number>
  theme_updates: Generated<number>
  translation_updates: Generated<number>
  last_sync: Date | null
  last_sync_attempt: Date | null
  sync_error_code: string | null
  sync_error: string | null
  checked_at: Date | null
  reachable: boolean | null
  http_status: number | null
  response_time_ms: number | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    sites: SiteTable
    site_tags: { site_id: number; tag_id: number }
    data_versions: { subject: string; version: Generated<number> }
  }
}
