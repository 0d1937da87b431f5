import type { Feature } from '../../operation/feature.ts'
import { sealedFormerKeys } from './former-key-store.ts'
import { sealedImportColumn } from './import-store.ts'
import { addSite } from './operations/add-site.ts'
import { checkSite } from './operations/check-site.ts'
import { checkSites } from './operations/check-sites.ts'
import { countSites } from './operations/count-sites.ts'
import { deleteExpiredSiteKeys } from './operations/delete-expired-site-keys.ts'
import { deleteSite } from './operations/delete-site.ts'
import { disconnectSite } from './operations/disconnect-site.ts'
import { disconnectSites } from './operations/disconnect-sites.ts'
import { fetchDueIcons } from './operations/fetch-due-icons.ts'
import { fetchSiteIcon } from './operations/fetch-site-icon.ts'
import { followAdminLogin } from './operations/follow-admin-login.ts'
import { forgetImportRows } from './operations/forget-import-rows.ts'
import { getSite } from './operations/get-site.ts'
import { getSiteIcon } from './operations/get-site-icon.ts'
import { getSitesBasic } from './operations/get-sites-basic.ts'
import { importSite } from './operations/import-site.ts'
import { importSites } from './operations/import-sites.ts'
import { listSiteChoices } from './operations/list-site-choices.ts'
import { listSites } from './operations/list-sites.ts'
import { listSitesTable } from './operations/list-sites-table.ts'
import { openAdmin } from './operations/open-admin.ts'
import { reconnectSite } from './operations/reconnect-site.ts'
import { reconnectSites } from './operations/reconnect-sites.ts'
import { renewSiteConnection } from './operations/renew-site-connection.ts'
import { suspendSite } from './operations/suspend-site.ts'
import { suspendSites } from './operations/suspend-sites.ts'
import { tagSites } from './operations/tag-sites.ts'
import { unsuspendSite } from './operations/unsuspend-site.ts'
import { updateSite } from './operations/update-site.ts'
import { addresses } from './rest.ts'
import { placeOf, sealedColumns } from './site-secrets.ts'
import { ingestSnapshots } from './snapshot-store.ts'

export const sitesFeature: Feature = {
  name: 'sites',
  operations: [
    listSites,
    listSitesTable,
    listSiteChoices,
    getSite,
    getSitesBasic,
    countSites,
    addSite,
    updateSite,
    deleteSite,
    reconnectSite,
    reconnectSites,
    disconnectSite,
    disconnectSites,
    suspendSite,
    suspendSites,
    unsuspendSite,
    checkSite,
    checkSites,
    tagSites,
    importSites,
    importSite,
    forgetImportRows,
    deleteExpiredSiteKeys,
    renewSiteConnection,
    openAdmin,
    followAdminLogin,
    getSiteIcon,
    fetchSiteIcon,
    fetchDueIcons,
  ],
  addresses,
  schedule: [
    { operation: forgetImportRows, cron: '17 3 * * *' },
    { operation: deleteExpiredSiteKeys, cron: '27 * * * *' },
    { operation: fetchDueIcons, cron: '*/5 * * * *' },
  ],
  sealed: [...sealedColumns.map(placeOf), sealedImportColumn, sealedFormerKeys],
  ingests: ingestSnapshots,
}

export { brief, describeSite } from './describe-site.ts'
export { findNamedSites, requireSite, siteIdsByName } from './find-site.ts'
export {
  type FailedSync,
  type FleetNumbers,
  type LostSite,
  listDisconnected,
  listFailedSyncs,
  readFleetNumbers,
} from './fleet-numbers-store.ts'
export { checkHomepage } from './front-page.ts'
export { type JudgedFilter, judgedSites } from './judged-sites-store.ts'
export {
  actOnSites,
  chooseSites,
  doneOrQueued,
  planForConnected,
  planForSites,
  SiteError,
  stillRunning,
  type WantedSites,
} from './many-sites.ts'
export { disconnectSite } from './operations/disconnect-site.ts'
export { renewSiteConnection } from './operations/renew-site-connection.ts'
export { type FoundSite, findSitesBySearch } from './search-store.ts'
export { SiteBrief, SiteDetail, SiteRef, SiteRefs, SiteStatus, siteStatuses } from './site.ts'
export { siteDisconnected, siteNotFound, siteSuspended } from './site-errors.ts'
export { alone as withSiteLock, leaseSecondsOf, setLeaseSeconds, siteLeases } from './site-lease.ts'
export { searchedSitesSql, searchPattern } from './site-search-store.ts'
export { suspend as suspendSites, unsuspend as unsuspendSites } from './site-status.ts'
export type { NamedSite, SiteRow } from './site-store.ts'
export { recordSyncFailure } from './site-sync-store.ts'
export { readSiteAddress } from './site-url.ts'
export { holdSites, recountUpdates } from './update-counts-store.ts'
export { limitValues, visibleSitesSql } from './visible-sites.ts'
export { withChild } from './with-child.ts'
