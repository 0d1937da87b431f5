import { type Database, statement } from '../../platform/database/database.ts'
import { siteNotFound } from './site-errors.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_leases: { site_id: number; holder: string; purpose: string; held_until: Date }
  }
}

const take = statement<{ site_id: number }>(
  'site-lease-take',
  `insert into site_leases (site_id, holder, purpose, held_until)
   values ($1, $2, $3, now() + make_interval(secs => $4))
   on conflict (site_id) do update set holder = excluded.holder, purpose = excluded.purpose, held_until = excluded.held_until
   where site_leases.held_until < now()
   returning site_id`,
)
const renew = statement<{ site_id: number }>(
  'site-lease-renew',
  `update site_leases set held_until = now() + make_interval(secs => $3) where site_id = $1 and holder = $2 returning site_id`,
)
const release = statement('site-lease-release', 'delete from site_leases where site_id = $1 and holder = $2')
const holderOf = statement<{ purpose: string }>(
  'site-lease-holder',
  'select purpose from site_leases where site_id = $1',
)

/** False while somebody else holds it. */
export async function takeLease(
  db: Database,
  siteId: number,
  holder: string,
  purpose: string,
  seconds: number,
): Promise<boolean> {
  try {
    return (await db.fetch(take, [siteId, holder, purpose, seconds])).length === 1
  } catch (error) {
    // The site was deleted before our turn came.
    if ((error as { code?: string }).code === '23503') throw siteNotFound(siteId)
    throw error
  }
}

/** False when it was lost: somebody else took over because we seemed dead. */
export async function renewLease(db: Database, siteId: number, holder: string, seconds: number): Promise<boolean> {
  return (await db.fetch(renew, [siteId, holder, seconds])).length === 1
}

export async function releaseLease(db: Database, siteId: number, holder: string): Promise<void> {
  await db.fetch(release, [siteId, holder])
}

export async function purposeOfLease(db: Database, siteId: number): Promise<string | null> {
  return (await db.fetch(holderOf, [siteId]))[0]?.purpose ?? null
}
