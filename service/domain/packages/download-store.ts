import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    package_downloads: {
      token_hash: string
      package_id: number
      site_id: number
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
  }
}

/** Only the hash of a token is stored: a copy of the database contains no valid address. */
export async function insertDownload(
  db: Db,
  download: { tokenHash: string; packageId: number; siteId: number; expiresAt: Date },
  now: Date,
): Promise<void> {
  const { tokenHash, packageId, siteId, expiresAt } = download
  await db
    .insertInto('package_downloads')
    .values({ token_hash: tokenHash, package_id: packageId, site_id: siteId, created_at: now, expires_at: expiresAt })
    .execute()
}

interface TakenDownload {
  package_id: number
  site_id: number
  site_name: string
  slug: string
}

/** Claims the download: of several requests with the same token one gets it. Not for a site that was disconnected or suspended meanwhile. */
export const takeDownload = async (db: Database, tokenHash: string, now: Date): Promise<TakenDownload | undefined> =>
  (
    await queryRows(
      db,
      sql<TakenDownload>`update package_downloads as download set used_at = ${now}
        from packages, sites
        where token_hash = ${tokenHash} and download.used_at is null and expires_at > ${now}
          and packages.id = package_id and packages.state = 'ready'
          and sites.id = site_id and sites.connection = 'connected' and sites.suspended_by = 'none'
        returning package_id, site_id, sites.name as site_name, packages.slug`,
    )
  )[0]

/** Ends the address. True: the site has fetched the package. */
export async function deleteDownload(db: Db, tokenHash: string): Promise<boolean> {
  const [row] = await db
    .deleteFrom('package_downloads')
    .where('token_hash', '=', tokenHash)
    .returning('used_at')
    .execute()
  return row?.used_at != null
}
