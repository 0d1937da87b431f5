import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SiteDetail } from './site.ts'
import { type SiteRow, type SiteTag, tagsOfSites } from './site-store.ts'

export const brief = ({
  id,
  url,
  name,
  status,
  client_id,
}: Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'client_id'>) => ({
  id,
  url,
  name,
  status,
  client_id,
})

/** One site as the detail view shows it. */
export async function describeSite(db: Database, site: SiteRow, { stats = false } = {}): Promise<SiteDetail> {
  return detail(site, (await tagsOfSites(db, [site.id])).get(site.id)!, stats)
}

export async function describeSites(db: Database, sites: SiteRow[], { stats = false } = {}): Promise<SiteDetail[]> {
  const tags = await tagsOfSites(
    db,
    sites.map((site) => site.id),
  )
  return sites.map((site) => detail(site, tags.get(site.id)!, stats))
}

function detail(site: SiteRow, tags: SiteTag[], stats: boolean): SiteDetail {
  return {
    ...brief(site),
    admin_username: site.admin_username,
    wp_version: site.wp_version,
    php_version: site.php_version,
    child_version: site.child_version,
    last_sync: isoTime(site.last_sync),
    notes: site.notes,
    tags,
    connection: {
      ok: site.connection === 'connected',
      code: site.disconnected_code,
      message: site.disconnected_reason,
    },
    sync_error: site.sync_error_code ? { code: site.sync_error_code, message: site.sync_error ?? '' } : null,
    icon_url: site.icon_url,
    created_at: isoTime(site.created_at)!,
    ...(stats && {
      stats: {
        plugin_updates: site.plugin_updates,
        theme_updates: site.theme_updates,
        wp_update_available: site.core_update !== null,
        health_score: site.health_score,
      },
    }),
  }
}
