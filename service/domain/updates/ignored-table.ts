import type { GeneratedAlways } from 'kysely'
import type { IgnorableType } from './ignored.ts'

export interface IgnoredUpdateTable {
  id: GeneratedAlways<number>
  /** Null: on every site. */
  site_id: number | null
  ignored_at: Date
  type: IgnorableType
  /** Null: everything of this type. */
  slug: string | null
  /** Null: all versions. */
  version: string | null
  /** As the item was called then. */
  name: string
  ignored_by: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ignored_updates: IgnoredUpdateTable
  }
}
