import type { Insertable } from 'kysely'
import { type Fleet, type FleetOptions, type Site, startFleet } from '../../simulator/index.ts'
import { readServerIdentity } from '../domain/sites/connection/child-site.ts'
import { sealFor } from '../domain/sites/connection/site-secrets.ts'
import type { SiteColumns } from '../domain/sites/site-store.ts'
import { type KeyPair, sharedKeySource } from '../platform/connector/key-source.ts'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type SeededSite, seedSites } from './seed-sites.ts'

/** A service, or the platform of a process that shares its database. */
interface Platform {
  db: Database
  secrets: Secrets
}

interface Seeding {
  /** Whether the sites have a token for reconnecting. Default: true. */
  tokens?: boolean
  /** Further columns of each row. */
  columns?: (site: Site) => Partial<Insertable<SiteColumns>>
}

// Generating keys is slow, and the tests do not need different ones.
const differentKeys = 4

/** Connects simulated sites and inserts them, as if each had been added earlier; returns the rows in the fleet's order. */
export async function seedConnectedFleet(
  platform: Platform,
  fleet: Pick<Fleet, 'sites'>,
  { tokens = true, columns = () => ({}) }: Seeding = {},
): Promise<SeededSite[]> {
  const { db, secrets } = platform
  const server = await readServerIdentity(platform)
  const source = sharedKeySource(differentKeys)
  const keys: KeyPair[] = await Promise.all(Array.from({ length: differentKeys }, () => source.take()))
  return seedSites(db, fleet.sites.length, (number) => {
    const site = fleet.sites[number - 1]!
    const { privateKeyPem, publicKeyPem } = keys[number % differentKeys]!
    site.connect({ publicKey: publicKeyPem, server })
    return {
      url: site.url,
      name: site.title,
      admin_username: site.admin.login,
      private_key: sealFor(secrets, 'private_key', privateKeyPem),
      public_key: publicKeyPem,
      ...(tokens && { regverify: sealFor(secrets, 'regverify', site.issueToken(site.admin.login)) }),
      ...columns(site),
    }
  })
}

/** Starts a fleet and connects it. */
export async function connectedFleet(
  platform: Platform,
  options: FleetOptions,
  seeding: Seeding = {},
): Promise<{ fleet: Fleet; rows: SeededSite[] }> {
  const fleet = await startFleet(options)
  return { fleet, rows: await seedConnectedFleet(platform, fleet, seeding) }
}
