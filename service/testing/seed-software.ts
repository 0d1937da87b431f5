import type { Insertable } from 'kysely'
import type { SiteSoftwareTable } from '../domain/software/site-software-store.ts'
import type { Database } from '../platform/database/database.ts'

/** Inserts installed plugins or themes. */
export async function seedSoftware(
  db: Database,
  items: (Pick<SiteSoftwareTable, 'site_id' | 'slug'> & Partial<Insertable<SiteSoftwareTable>>)[],
): Promise<void> {
  await db
    .insertInto('site_software')
    .values(
      items.map((item) => ({
        kind: 'plugin' as const,
        name: item.slug,
        version: '1.0',
        active: true,
        last_updated: null,
        ...item,
      })),
    )
    .execute()
  const known = items.map(({ kind = 'plugin' as const, slug, name = slug }) => ({ kind, slug, name }))
  await db
    .insertInto('software_items')
    .values(known)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
