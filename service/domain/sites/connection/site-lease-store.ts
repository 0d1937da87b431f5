import { sql } from 'kysely'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { microBatched } from '../../../platform/database/micro-batcher.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    site_leases: { site_id: number; holder: string; purpose: string; held_until: Date }
  }
}

const foreignKeyViolated = '23503'

export interface SiteLease {
  siteId: number
  holder: string
}
const keyOf = ({ siteId }: SiteLease) => siteId

/** False while another holder has it; null when the site does not exist. Calls for many sites are batched. */
export const takeLease = microBatched(
  async (db, requested: (SiteLease & { purpose: string; seconds: number })[]): Promise<(boolean | null)[]> => {
    const column = <Value>(read: (lease: (typeof requested)[number]) => Value) => requested.map(read)
    // Only existing sites: a failed foreign key would fail the whole batch.
    const query = sql<{ site_id: number; holder: string | null }>`with requested as (
        select requested.*, sites.id is not null as is_known
        from unnest(${column(({ siteId }) => siteId)}::bigint[], ${column(({ holder }) => holder)}::text[],
          ${column(({ purpose }) => purpose)}::text[], ${column(({ seconds }) => seconds)}::float8[])
          as requested (site_id, holder, purpose, seconds)
        left join sites on sites.id = requested.site_id),
      taken as (
        insert into site_leases (site_id, holder, purpose, held_until)
        select site_id, holder, purpose, now() + make_interval(secs => seconds) from requested where is_known order by site_id
        on conflict (site_id) do update
          set holder = excluded.holder, purpose = excluded.purpose, held_until = excluded.held_until
        where site_leases.held_until < now() or site_leases.holder = excluded.holder
        returning site_id, holder)
      select requested.site_id, taken.holder from requested left join taken using (site_id) where is_known`
    const rows = await queryRows(db, query).catch((error: { code?: string }) => {
      // The site was deleted meanwhile. The batcher repeats a larger batch one by one.
      if (error.code === foreignKeyViolated && requested.length === 1) return []
      throw error
    })
    const found = new Map(rows.map(({ site_id, holder }) => [site_id, holder !== null]))
    return requested.map(({ siteId }) => found.get(siteId) ?? null)
  },
  { keyOf },
)

/** Returns the leases that no other holder has taken. */
export async function renewLeases(db: Database, held: SiteLease[], seconds: number): Promise<SiteLease[]> {
  const [ids, holders] = [held.map(({ siteId }) => siteId), held.map(({ holder }) => holder)]
  const query = sql<{ site_id: number }>`update site_leases set held_until = now() + make_interval(secs => ${seconds})
    from unnest(${ids}::bigint[], ${holders}::text[]) as given (site_id, holder)
    where site_leases.site_id = given.site_id and site_leases.holder = given.holder
    returning site_leases.site_id`
  const renewed = new Set((await queryRows(db, query)).map((row) => row.site_id))
  return held.filter(({ siteId }) => renewed.has(siteId))
}

export const releaseLease = microBatched<SiteLease, void>(async (db, given) => {
  const [ids, holders] = [given.map(({ siteId }) => siteId), given.map(({ holder }) => holder)]
  await queryRows(
    db,
    sql`delete from site_leases using unnest(${ids}::bigint[], ${holders}::text[]) as given (site_id, holder)
      where site_leases.site_id = given.site_id and site_leases.holder = given.holder`,
  )
  return []
})

export async function purposeOfLease(db: Database, siteId: number): Promise<string | null> {
  const query = sql<{ purpose: string }>`select purpose from site_leases where site_id = ${siteId}`
  return (await queryRows(db, query))[0]?.purpose ?? null
}
