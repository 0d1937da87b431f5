import type { Database } from '../platform/database/database.ts'
import { seedSites, seedSiteTags } from './seed-sites.ts'

export { connectedFleet, seedConnectedFleet } from './connected-fleet.ts'

/**
 * A small fleet with sites, tags and clients: client 1 (Harbour) has sites 1 and 2, client 2 (Shipyard) has
 * site 3, site 4 has none, client 3 (Pier) has no site. Tag 1 (Boats) is on sites 1 and 3, tag 2 (Nets) on site 4.
 * The limited key of the seeded people sees sites 1 and 4, hence client 1 and both tags.
 */
export async function seedFleet(db: Database): Promise<void> {
  const now = new Date('2026-11-01T08:00:00Z')
  const dates = { created_at: now, updated_at: now }
  await db
    .insertInto('clients')
    .values([
      { name: 'Harbour', email: 'info@harbour.example', ...dates },
      { name: 'Shipyard', email: 'info@shipyard.example', ...dates },
      { name: 'Pier', email: null, ...dates },
    ])
    .execute()
  await db
    .insertInto('tags')
    .values([
      { name: 'Boats', color: null, ...dates },
      { name: 'Nets', color: null, ...dates },
    ])
    .execute()
  await seedSites(db, 4, (number) => ({ client_id: [1, 1, 2, null][number - 1] ?? null }))
  await seedSiteTags(db, 1, [1, 3])
  await seedSiteTags(db, 2, [4])
}
