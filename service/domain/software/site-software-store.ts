import { type Database, statement } from '../../platform/database/database.ts'
import type { ItemWithUpdate, SoftwareKind } from './software.ts'

const ofSite = statement<ItemWithUpdate>(
  'software-of-site',
  `select item.slug, item.name, item.version, item.active, item.must_use, item.is_connector, item.parent_of_active,
     site_updates.new_version as update_version
   from site_software as item
   left join site_updates on site_updates.site_id = item.site_id and site_updates.type = item.kind
     and site_updates.slug = item.slug and site_updates.translates = '' and site_updates.language = ''
     and not site_updates.ignored
   where item.site_id = $1 and item.kind = $2
   order by lower(item.name), item.slug`,
)

/** What the site had when it was last looked at, by name. */
export function softwareOfSite(db: Database, siteId: number, kind: SoftwareKind): Promise<ItemWithUpdate[]> {
  return db.fetch(ofSite, [siteId, kind])
}
