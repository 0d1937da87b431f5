import { type Database, statement } from '../../../platform/database/database.ts'

const ofHosts = statement<{ id: number }>(
  'sites-managed-by-host',
  `select id from sites where id = any ($1::bigint[]) and facts ->> 'managed_by_host' = 'true'`,
)

/** Those of the sites whose host updates WordPress itself. */
export async function hostManagedSites(db: Database, siteIds: readonly number[]): Promise<Set<number>> {
  return new Set((await db.fetch(ofHosts, [siteIds])).map(({ id }) => id))
}
