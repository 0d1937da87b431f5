import { sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { SoftwareKind } from './software.ts'

/** Every plugin and theme that sites have, by name: a few thousand, where the sites have millions. */

interface SeenItem {
  kind: SoftwareKind
  slug: string
  name: string
}

/** Those that were never seen before. In one order, so that two sites that show the same news never wait for each other. */
export async function noteItems(trx: Db, items: readonly SeenItem[]): Promise<void> {
  if (items.length === 0) return
  const seen = new Map(items.map((item) => [`${item.kind} ${item.slug}`, item]))
  await sql`
    insert into software_items (kind, slug, name)
    select kind, slug, name from jsonb_to_recordset(${JSON.stringify([...seen.values()])}::jsonb)
      as seen (kind text, slug text, name text)
    where not exists (select from software_items as known where known.kind = seen.kind and known.slug = seen.slug)
    order by kind, slug on conflict do nothing`.execute(trx)
}

const sumUp = statement(
  'software-sum-up',
  `with changes as (delete from software_count_changes returning kind, slug, version, sites, active),
   summed as (
     select kind, slug, version, sum(sites) as sites, sum(active) as active from changes
     group by kind, slug, version having sum(sites) <> 0 or sum(active) <> 0)
   insert into software_counts as known (kind, slug, version, sites, active)
   select kind, slug, version, sites, active from summed order by kind, slug, version
   on conflict (kind, slug, version) do update
     set sites = known.sites + excluded.sites, active = known.active + excluded.active`,
)
const sweep = statement('software-sweep', 'delete from software_counts where sites = 0 and active = 0')

const recount = statement<{ slug: string }>(
  'software-recount',
  `with counted as (
     select kind, slug, sum(sites) as sites from software_counts group by kind, slug having sum(sites) > 0
   ), gone as (
     delete from software_items as item
     where not exists (select from counted where counted.kind = item.kind and counted.slug = item.slug))
   insert into software_items as item (kind, slug, name, sites)
   select kind, slug,
     (select mode() within group (order by name) from (
        select name from site_software as one where one.kind = counted.kind and one.slug = counted.slug limit 9) as few),
     sites
   from counted order by kind, slug
   on conflict (kind, slug) do update set name = excluded.name, sites = excluded.sites
     where (item.name, item.sites) is distinct from (excluded.name, excluded.sites)
   returning slug`,
)

/** Sums up what changed, then keeps how many sites have each item and what most of a few call it. What no site has is forgotten. */
export async function recountItems(db: Database): Promise<number> {
  await db.fetch(sumUp)
  await db.fetch(sweep)
  return (await db.fetch(recount)).length
}

export interface FoundItem {
  slug: string
  name: string
}

/** Software for somebody who types: the commonest first. */
export function findSoftwareBySearch(
  db: Database,
  kind: SoftwareKind,
  words: string,
  limits: Limits | null,
  most: number,
): Promise<FoundItem[]> {
  const wanted = words.toLowerCase()
  const conditions = new Conditions().add('k', (at) => `kind = $${at}`, kind)
  // Parts of words are found by threes of letters; what is shorter can only be a beginning.
  const pattern = wanted.length < 3 ? containing(wanted).slice(1) : containing(wanted)
  const text = wanted.length < 3 ? 'lower(name)' : "(lower(name) || ' ' || lower(slug))"
  conditions.add(wanted.length < 3 ? 'p' : 'q', (at) => `${text} like $${at}`, pattern)
  if (limits) {
    const has = (
      a?: number,
      b?: number,
    ) => `exists (select from sites join site_software as own on own.site_id = sites.id
      where own.kind = item.kind and own.slug = item.slug and ${visibleSitesSql('sites', a!, b!)})`
    conditions.add('l', has, ...limitValues(limits))
  }
  const { letters, sql: where, values } = conditions
  return db.fetch(
    statement<FoundItem>(
      `find-software-${letters}`,
      `select slug, name from software_items as item where ${where} order by sites desc, slug limit $${values.length + 1}`,
    ),
    [...values, most],
  )
}
