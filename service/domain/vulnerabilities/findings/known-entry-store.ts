import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { VulnerabilityEntry, VulnerabilitySource } from '../entry.ts'
import type { FeedItem } from '../matching/record-store.ts'

export type KnownEntry = Omit<
  VulnerabilityEntry,
  'urls' | 'published_at' | 'updated_at' | 'fixed_versions' | 'is_exploited'
> & {
  source: VulnerabilitySource
  is_exploited: boolean
}

/** What sources say about these items; without what they withdrew. */
export const listKnownEntries = (db: Db, items: readonly FeedItem[]): Promise<KnownEntry[]> =>
  queryRows(
    db,
    sql<KnownEntry>`
      select entry.source, entry.id, entry.kind, entry.slug, entry.title, entry.severity, entry.score, entry.cve, entry.url,
        entry.published_on, entry.fixed_in, entry.ranges, entry.is_exploited
      from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ slug }) => slug)}::text[]) as item (kind, slug)
      join vulnerabilities as entry on entry.kind = item.kind and entry.slug = item.slug
      where entry.withdrawn_at is null
      order by array_position(array['wordfence', 'wpvulnerability', 'feed', 'file'], entry.source), entry.id`,
  )
