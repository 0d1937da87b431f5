import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { VulnerableKind } from '../entry.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    directory_items: {
      kind: VulnerableKind
      slug: string
      state: 'listed' | 'closed' | 'missing' | 'unknown'
      closed_on: string | null
      reason: string | null
      checked_at: Date | null
      looked_up_at: Date | null
    }
  }
}

/** A plugin or theme by the name of its folder, or a version of WordPress. */
export interface LookedUpItem {
  kind: VulnerableKind
  /** As entries name it. */
  slug: string
  /** What is sent: the folder, or the version of WordPress. */
  name: string
}

// Only names that the public directory can have leave the installation.
const directoryName = '^[a-z0-9][a-z0-9-]{0,199}$'

/** Installed items that were not looked up since then, the longest waiting first. */
export const listItemsToLookUp = (db: Db, before: Date, max: number): Promise<LookedUpItem[]> =>
  queryRows(
    db,
    sql<LookedUpItem>`
      select installed.kind, case when installed.kind = 'core' then 'wordpress' else installed.slug end as slug,
        installed.slug as name
      from (
        select distinct kind, software_folder(kind, slug) as slug from software_items
        union select 'core', wp_version from sites where wp_version <> ''
      ) as installed
      left join directory_items as known on known.kind = installed.kind and known.slug = installed.slug collate "C"
      where (known.looked_up_at is null or known.looked_up_at < ${before})
        and (installed.slug ~ ${directoryName} or (installed.kind = 'core' and installed.slug ~ '^[0-9][0-9.]{0,19}$'))
      order by known.looked_up_at nulls first, installed.kind, installed.slug limit ${max}`,
  )

export async function recordLookUps(trx: Db, items: readonly LookedUpItem[], now: Date): Promise<void> {
  await sql`
    insert into directory_items (kind, slug, looked_up_at)
    select kind, slug, ${now} from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ name }) => name)}::text[])
      as item (kind, slug)
    on conflict (kind, slug) do update set looked_up_at = excluded.looked_up_at`.execute(trx)
}
