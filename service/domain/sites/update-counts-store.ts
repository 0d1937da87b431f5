import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Holds sites until the transaction ends, in the order of their ids like everybody; those that are gone are left out. */
export async function holdSites(trx: Db, siteIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sites where id = any (${siteIds}::bigint[]) order by id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Counts anew how many updates wait on each of these sites, without the ignored ones, for their stats and for lists.
 * The caller holds the sites, so that nobody writes an older count over it. What has not changed is not written again.
 */
export async function recountUpdates(trx: Db, siteIds: readonly number[]): Promise<void> {
  await sql`
    update sites set
      core_update = new.core, plugin_updates = new.plugins, theme_updates = new.themes, translation_updates = new.translations
    from (
      select wanted.id, max(new_version) filter (where type = 'core'), count(*) filter (where type = 'plugin'),
        count(*) filter (where type = 'theme'), count(*) filter (where type = 'translation')
      from unnest(${siteIds}::bigint[]) as wanted (id)
      left join site_updates as waiting on waiting.site_id = wanted.id and not waiting.ignored
      group by wanted.id
    ) as new (id, core, plugins, themes, translations)
    where sites.id = new.id
      and (sites.core_update, sites.plugin_updates, sites.theme_updates, sites.translation_updates)
        is distinct from (new.core, new.plugins, new.themes, new.translations)`.execute(trx)
}
