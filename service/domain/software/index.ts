import type { Feature } from '../../operation/feature.ts'
import { ingestSoftware } from './ingest-software.ts'
import { activateSitePlugins } from './operations/activate-site-plugins.ts'
import { activateSiteTheme } from './operations/activate-site-theme.ts'
import { deactivateSitePlugins } from './operations/deactivate-site-plugins.ts'
import { deleteSitePlugins } from './operations/delete-site-plugins.ts'
import { deleteSiteThemes } from './operations/delete-site-themes.ts'
import { exportInventory } from './operations/export-inventory.ts'
import { getAbandonedPlugins } from './operations/get-abandoned-plugins.ts'
import { getAbandonedThemes } from './operations/get-abandoned-themes.ts'
import { getSitePlugins } from './operations/get-site-plugins.ts'
import { getSiteThemes } from './operations/get-site-themes.ts'
import { listInventory } from './operations/list-inventory.ts'
import { listInventorySites } from './operations/list-inventory-sites.ts'
import { recountSoftware } from './operations/recount-software.ts'
import { addresses } from './rest.ts'

export const softwareFeature: Feature = {
  name: 'software',
  tables: ['site_software', 'site_software_digests', 'software_counts', 'software_count_changes', 'software_items'],
  operations: [
    getSitePlugins,
    activateSitePlugins,
    deactivateSitePlugins,
    deleteSitePlugins,
    getSiteThemes,
    activateSiteTheme,
    deleteSiteThemes,
    getAbandonedPlugins,
    getAbandonedThemes,
    listInventory,
    listInventorySites,
    exportInventory,
    recountSoftware,
  ],
  addresses,
  schedule: [{ operation: recountSoftware, cron: '*/5 * * * *' }],
  ingests: ingestSoftware,
}

export { softwareBulkActions } from './bulk-actions.ts'
export { deleteSoftware, switchPlugins } from './change-software.ts'
export { findSoftwareBySearch } from './inventory-store.ts'
export { deactivateSitePlugins } from './operations/deactivate-site-plugins.ts'
export { deleteSitePlugins } from './operations/delete-site-plugins.ts'
export { deleteSiteThemes } from './operations/delete-site-themes.ts'
export { listSiteSoftware } from './site-software-store.ts'
export { abandonedAfterDays, PluginSlugs, SoftwareError } from './software.ts'
