import type { Database } from '../../../platform/database/database.ts'

interface Installed {
  site_id: number
  slug: string
  kind?: 'plugin' | 'theme'
  name?: string
  version?: string
  last_updated?: string
}

/** Installed plugins and themes, straight into the table. */
export async function seedInstalled(db: Database, items: readonly Installed[]): Promise<void> {
  for (const { site_id, slug, kind = 'plugin', name = slug, version = '1.0', last_updated = null } of items) {
    await db
      .insertInto('site_software')
      .values({ site_id, kind, slug, name, version, last_updated, active: true })
      .execute()
  }
}
