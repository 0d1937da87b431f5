import type { Feature } from '../../operation/feature.ts'
import { sealedFormerKeys } from './connection/former-key-store.ts'
import { sealedColumnName, sealedSiteColumns } from './connection/site-secrets.ts'
import { sealedImportColumn } from './import/import-row-store.ts'
import { lostSites } from './inbox-source.ts'
import { addSite } from './operations/add-site.ts'
import { checkSite } from './operations/check-site.ts'
import { checkSites } from './operations/check-sites.ts'
import { countSites } from './operations/count-sites.ts'
import { deleteSite } from './operations/delete-site.ts'
import { disconnectSite } from './operations/disconnect-site.ts'
import { disconnectSites } from './operations/disconnect-sites.ts'
import { fetchDueIcons } from './operations/fetch-due-icons.ts'
import { fetchSiteIcon } from './operations/fetch-site-icon.ts'
import { followAdminLogin } from './operations/follow-admin-login.ts'
import { getSite } from './operations/get-site.ts'
import { getSiteIcon } from './operations/get-site-icon.ts'
import { getSitesBasic } from './operations/get-sites-basic.ts'
import { importSite } from './operations/import-site.ts'
import { listSiteChoices } from './operations/list-site-choices.ts'
import { listSiteRecords } from './operations/list-site-records.ts'
import { listSites } from './operations/list-sites.ts'
import { listSitesTable } from './operations/list-sites-table.ts'
import { openAdmin } from './operations/open-admin.ts'
import { previewSite } from './operations/preview-site.ts'
import { reconnectSite } from './operations/reconnect-site.ts'
import { reconnectSites } from './operations/reconnect-sites.ts'
import { renewSiteConnection } from './operations/renew-site-connection.ts'
import { suspendSite } from './operations/suspend-site.ts'
import { suspendSites } from './operations/suspend-sites.ts'
import { tagSites } from './operations/tag-sites.ts'
import { unsuspendSite } from './operations/unsuspend-site.ts'
import { updateSite } from './operations/update-site.ts'
import { addresses } from './rest.ts'
import { siteGauges } from './site-gauges.ts'
import { ingestSnapshots } from './snapshot-store.ts'

export const sitesFeature: Feature = {
  name: 'sites',
  tables: [
    'sites',
    'site_tags',
    'site_search',
    'site_leases',
    'site_import_rows',
    'site_former_keys',
    'admin_login_tickets',
    'site_icons',
    'site_schedules',
    'data_versions',
  ],
  operations: [
    listSites,
    listSitesTable,
    listSiteChoices,
    listSiteRecords,
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
    importSite,
    renewSiteConnection,
    openAdmin,
    previewSite,
    followAdminLogin,
    getSiteIcon,
    fetchSiteIcon,
    fetchDueIcons,
  ],
  addresses,
  schedule: [{ operation: fetchDueIcons, cron: '*/5 * * * *' }],
  retention: [
    // They may hold passwords.
    { table: 'site_import_rows', keepDays: 3, column: 'created_at' },
    { table: 'site_former_keys', keepDays: 0, column: 'kept_until' },
  ],
  sealed: [...sealedSiteColumns.map(sealedColumnName), sealedImportColumn, sealedFormerKeys],
  ingests: ingestSnapshots,
  inbox: [lostSites],
  gauges: siteGauges,
}

export {
  clientIdIsVisible,
  siteIdIsVisible,
  siteIsVisible,
  tagIdIsVisible,
} from '../../operation/visible-sites-store.ts'
export { announcedMs, periodCovers } from './announced-maintenance-store.ts'
export { siteBulkActions } from './bulk-actions.ts'
export { checkHomepage } from './check-homepage.ts'
export {
  type ConditionRules,
  CurrentCondition,
  conditionRules,
  describeCondition,
  type StoredCondition,
} from './condition/condition.ts'
export { conditionColumn, countConditions, isCheckStale } from './condition/condition-store.ts'
export { readServerIdentity } from './connection/child-site.ts'
export { eraseSite } from './connection/disconnect-site.ts'
export { requireOwnAnswer, retryKey, withChild } from './connection/site-keys.ts'
export { createSiteLocks } from './connection/site-lease.ts'
export { followTitle } from './connection/site-title.ts'
export { type TakeoverFailure, takeOverKey } from './connection/take-over-key.ts'
export { verifyMovedSite } from './connection/verify-moved-site.ts'
export { describeSite, findNamedSites, requireSite, siteIdsByName, toSiteBrief } from './find-site.ts'
export { describeRows, type ImportRecord, labelOf, toSiteFields } from './import/import-row.ts'
export { insertImportRows, toRefusedRecord } from './import/import-row-store.ts'
export { ImportedSite, type PlannedSites, planSiteRows } from './import/import-sites.ts'
export {
  findKnownSites,
  insertMovedSites,
  insertMovedTags,
  type KnownSite,
  type MovedSite,
  updateMovedKey,
} from './import/moved-site-store.ts'
export { siteImport } from './import/site-columns.ts'
export { chooseSites, isEmptyFilter, SiteFilter, siteChoiceFields } from './lists/choose-sites.ts'
export {
  type DisconnectedSite,
  type FailedSync,
  type FleetNumbers,
  listDisconnectedSites,
  listFailedSyncs,
  readFleetNumbers,
} from './lists/fleet-store.ts'
export { monitoredSitesInput } from './lists/monitored-sites-input.ts'
export { monitoredSites } from './lists/monitored-sites-store.ts'
export { type FoundSite, findSitesBySearch, siteMatches } from './lists/site-search-store.ts'
export { sitesTableOrders } from './lists/sites-table.ts'
export { listFilteredSites } from './lists/sites-table-store.ts'
export {
  actOnSites,
  doneOrQueued,
  planForConnected,
  planForSites,
  SiteError,
  type SiteSelection,
  selectSites,
  stillRunningError,
} from './many-sites.ts'
export { listNetworkSites } from './network-store.ts'
export { disconnectSite } from './operations/disconnect-site.ts'
export { importSite } from './operations/import-site.ts'
export { renewSiteConnection } from './operations/renew-site-connection.ts'
export { planDueSites, queueDueSites } from './queue-due-sites.ts'
export { SiteBrief, SiteDetail, SiteRef, SiteRefs, SiteStatus, siteStatuses } from './site.ts'
export { siteDisconnected, siteNotFound, siteSuspended } from './site-errors.ts'
export { recordSyncFailure } from './site-events.ts'
export { type SiteSchedule, scheduleSites, takeDueSites } from './site-schedule-store.ts'
export { markSitesSuspended, markSitesUnsuspended } from './site-status.ts'
export {
  assignSitesToClient,
  lockSites,
  type NamedSite,
  type SiteRow,
} from './site-store.ts'
export { readSiteAddress } from './site-url.ts'
export { editSite } from './write-site.ts'
