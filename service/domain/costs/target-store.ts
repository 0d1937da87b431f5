import { CompiledQuery, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { Targets } from './cost-store.ts'

export type TargetKind = keyof Targets

/** Which rows of the kind's table a limited key may see; parameters 2 and 3 are its limits. */
const seenBy: Record<TargetKind, string> = {
  clients: `exists (select from sites where sites.client_id = clients.id and ${visibleSitesSql('sites', 2, 3)})`,
  tags: `(tags.id = any ($3::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
    where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 2, 3)}))`,
  sites: visibleSitesSql('sites', 2, 3),
}

interface Looking {
  limits: Limits | null
  /** They stay until the transaction ends. */
  hold?: boolean
}

/** Which of the ids exist, for this caller. */
export async function knownIds(
  db: Db,
  kind: TargetKind,
  ids: readonly number[],
  { limits, hold = false }: Looking,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const text = `select id from ${kind} where id = any ($1::bigint[]) ${limits ? `and ${seenBy[kind]}` : ''}
    order by id ${hold ? `for key share of ${kind}` : ''}`
  const values = [[...new Set(ids)], ...(limits ? limitValues(limits) : [])]
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, values))
  return new Set(rows.map(({ id }) => id))
}

/** Whether a cost for these targets would be for a site that the key may not see. */
export async function reachesBeyond(db: Db, { sites, tags, clients }: Targets, limits: Limits): Promise<boolean> {
  const text = `select exists (
    select from sites where (id = any ($1::bigint[]) or client_id = any ($2::bigint[])
      or id in (select site_id from site_tags where tag_id = any ($3::bigint[])))
      and not ${visibleSitesSql('sites', 4, 5)}) as beyond`
  const values = [sites, clients, tags, ...limitValues(limits)]
  const { rows } = await db.executeQuery<{ beyond: boolean }>(CompiledQuery.raw(text, values))
  return rows[0]!.beyond
}

const columnOf = { sites: 'site_id', tags: 'tag_id', clients: 'client_id' } as const

/** Gives each cost these targets of the kind, and no others of it. */
export async function replaceTargets(
  trx: Db,
  kind: TargetKind,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const column = sql.ref(columnOf[kind])
  const costs = [...wanted.keys()]
  await sql`delete from cost_targets where cost_id = any (${costs}::bigint[]) and ${column} is not null`.execute(trx)
  const pairs = [...wanted].flatMap(([cost, ids]) => [...new Set(ids)].map((id) => ({ cost, id })))
  if (pairs.length === 0) return
  await sql`insert into cost_targets (cost_id, ${column})
    select * from unnest(${pairs.map(({ cost }) => cost)}::bigint[], ${pairs.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
}

/** Ids by the names that people know: tags by name, clients by e-mail address, in any case of letters. */
export async function idsByName(
  db: Db,
  kind: 'tags' | 'clients',
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const key = sql.ref(kind === 'tags' ? 'tags.name_key' : 'clients.email_key')
  const { rows } = await sql<{ given: string; id: number }>`
    select given.name as given, ${sql.table(kind)}.id
    from unnest(${names}::text[]) as given (name) join ${sql.table(kind)} on ${key} = lower(given.name)`.execute(db)
  return new Map(rows.map(({ given, id }) => [given, id]))
}
