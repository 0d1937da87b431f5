import type { Insertable } from 'kysely'
import { readSiteAddress } from '../domain/sites/index.ts'
import type { SiteColumns } from '../domain/sites/site-store.ts'
import type { Database } from '../platform/database/database.ts'

export interface SeededSite {
  id: number
  url: string
  name: string
}

type Overrides = Partial<Insertable<SiteColumns>>

const seededAt = new Date('2026-11-01T08:00:00Z')
// A statement has at most 65,535 values.
const rowsPerInsert = 1_000

/** Inserts connected sites `https://site-1.example/`, `site-2` …; overrides for all or for each (from 1). */
export async function seedSites(
  db: Database,
  count: number,
  overrides: Overrides | ((number: number) => Overrides) = {},
): Promise<SeededSite[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const own = typeof overrides === 'function' ? overrides(index + 1) : overrides
    const { url, identity } = readSiteAddress(own.url ?? `https://site-${index + 1}.example/`)
    return {
      name: `Site ${index + 1}`,
      admin_username: 'admin',
      connection: 'connected' as const,
      private_key: 'sealed',
      created_at: seededAt,
      updated_at: seededAt,
      ...own,
      url,
      identity,
    }
  })
  const seeded: SeededSite[] = []
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const part = rows.slice(from, from + rowsPerInsert)
    seeded.push(...(await db.insertInto('sites').values(part).returning(['id', 'url', 'name']).execute()))
  }
  return seeded
}

/** Inserts a tag on sites. */
export async function seedSiteTags(db: Database, tagId: number, siteIds: number[]): Promise<void> {
  await db
    .insertInto('site_tags')
    .values(siteIds.map((site_id) => ({ site_id, tag_id: tagId })))
    .execute()
}
