import type { Generated } from 'kysely'
import type { SoftwareKind } from './software.ts'

export interface SiteSoftwareTable {
  site_id: number
  last_updated: string | null
  active: boolean
  must_use: Generated<boolean>
  is_connector: Generated<boolean>
  parent_of_active: Generated<boolean>
  kind: SoftwareKind
  slug: string
  name: string
  version: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_software: SiteSoftwareTable
    software_items: { kind: SoftwareKind; slug: string; name: string; sites: Generated<number> }
    software_counts: { kind: SoftwareKind; slug: string; version: string; sites: number; active: number }
    site_software_digests: { site_id: number; digest: string }
  }
}
