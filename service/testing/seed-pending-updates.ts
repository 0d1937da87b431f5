import type { Database } from '../platform/database/database.ts'

interface PendingUpdates {
  /** The version of WordPress. */
  core?: string
  plugins?: number
  themes?: number
  translations?: number
}

/** Gives a site so many pending updates, as minor updates of plugins `plugin-1` and so on. */
export async function seedPendingUpdates(
  db: Database,
  siteId: number,
  { core, plugins = 0, themes = 0, translations = 0 }: PendingUpdates,
): Promise<void> {
  await db.pool.query(
    `insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step)
     select $1::bigint, now(), type, type || '-' || number, type || ' ' || number, '1.0',
       case type when 'translation' then '' else '1.1' end, case type when 'translation' then 'unknown' else 'minor' end
     from (values ('plugin', $2::int), ('theme', $3::int), ('translation', $4::int)) as wanted (type, count)
     cross join lateral generate_series(1, count) as number
     union all select $1::bigint, now(), 'core', 'wordpress', 'WordPress', '6.8', $5::text, 'major' where $5 is not null`,
    [siteId, plugins, themes, translations, core ?? null],
  )
}
