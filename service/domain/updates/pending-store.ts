import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { AvailableUpdate, UpdateType } from './update.ts'

/** An update that somebody wants: it is on offer and not ignored. */
export interface PendingUpdate extends AvailableUpdate {
  site_id: number
  /** When this version was first on offer there. */
  first_seen_at: Date
}

export interface PendingFilter {
  /** Undefined: all that may be seen. An empty list means none. */
  siteIds?: readonly number[] | undefined
  /** Of the caller; null: no limits. */
  limits: Limits | null
  /** Empty or undefined: every type. */
  types?: readonly UpdateType[] | undefined
  /** Slugs of any type, WordPress being `wordpress`. Empty or undefined: every item. */
  slugs?: readonly string[] | undefined
  /** Only what was on offer by then. */
  offeredBefore?: Date | undefined
}

function conditionsOf({ siteIds, limits, types = [], slugs = [], offeredBefore }: PendingFilter): Conditions {
  const conditions = new Conditions().add('', () => 'not waiting.ignored')
  if (siteIds) conditions.add('s', (at) => `waiting.site_id = any ($${at}::bigint[])`, siteIds)
  if (types.length > 0) conditions.add('t', (at) => `waiting.type = any ($${at}::text[])`, types)
  if (slugs.length > 0) conditions.add('i', (at) => `waiting.slug = any ($${at}::text[])`, slugs)
  if (offeredBefore) conditions.add('b', (at) => `waiting.first_seen_at <= $${at}`, offeredBefore)
  if (limits) {
    const visible = (a: number, b: number) => `(select id from sites where ${visibleSitesSql('sites', a, b)})`
    conditions.add('l', (a, b) => `waiting.site_id in ${visible(a!, b!)}`, ...limitValues(limits))
  }
  return conditions
}

const columns = `waiting.site_id, waiting.first_seen_at, waiting.type, waiting.slug, waiting.translates, waiting.language,
  waiting.name, waiting.current_version, waiting.new_version, waiting.active, waiting.premium, waiting.has_package,
  waiting.requires_wordpress, waiting.requires_php, waiting.tested_with, waiting.fits_wordpress, waiting.fits_php, waiting.url`

/** What waits on so many sites at most, in the order of their ids; never half of what waits on a site. */
export async function fetchPending(
  db: Database,
  filter: PendingFilter,
  { afterSite, sites }: { afterSite: number; sites: number },
): Promise<PendingUpdate[]> {
  const conditions = conditionsOf(filter)
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<PendingUpdate>(
      `updates-waiting-${letters}`,
      `with chosen as materialized (
         select distinct waiting.site_id from site_updates as waiting
         where ${sql} and waiting.site_id > $${at + 1} order by waiting.site_id limit $${at + 2}
       )
       select ${columns} from chosen join site_updates as waiting using (site_id) where ${sql}
       order by waiting.site_id, waiting.type, waiting.slug, waiting.translates, waiting.language`,
    ),
    [...values, afterSite, sites],
  )
}

/** Which sites wait for something, with how many updates each; in the order of their ids. */
export async function fetchPendingSites(
  db: Database,
  filter: PendingFilter,
): Promise<{ site_id: number; updates: number }[]> {
  const { letters, sql, values } = conditionsOf(filter)
  return db.fetch(
    statement<{ site_id: number; updates: number }>(
      `updates-waiting-sites-${letters}`,
      `select waiting.site_id, count(*) as updates from site_updates as waiting where ${sql}
       group by waiting.site_id order by waiting.site_id`,
    ),
    values,
  )
}
