import type { Room } from '../../operation/room.ts'
import { countSites } from './operations/count-sites.ts'
import { getSite } from './operations/get-site.ts'
import { getSitesBasic } from './operations/get-sites-basic.ts'
import { listSites } from './operations/list-sites.ts'
import { suspendSite } from './operations/suspend-site.ts'
import { placeOf, sealedColumns } from './site-secrets.ts'
import { absorbSnapshot } from './snapshot-store.ts'

export const sitesRoom: Room = {
  name: 'sites',
  operations: [listSites, getSite, getSitesBasic, countSites, suspendSite],
  addresses: [],
  sealed: [...sealedColumns.map(placeOf), 'site_import_rows.content'],
  absorbs: absorbSnapshot,
}

export { brief, describeSite } from './describe-site.ts'
export { findNamedSites, requireSite } from './find-site.ts'
export { actOnSites, chooseSites, doneOrQueued, planForSites, SiteError, type WantedSites } from './many-sites.ts'
export { SiteBrief, SiteDetail, SiteRef, SiteRefs, SiteStatus, siteStatuses } from './site.ts'
export { siteDisconnected, siteNotFound, siteSuspended } from './site-errors.ts'
export { alone as aloneWithSite, siteLeases } from './site-lease.ts'
export { allSites } from './site-list-store.ts'
export { suspend as suspendSites, unsuspend as unsuspendSites } from './site-status.ts'
export type { NamedSite, SiteRow } from './site-store.ts'
export { readSiteAddress } from './site-url.ts'
export { keepUpdateCounts } from './snapshot-store.ts'
export { limitValues, visibleSitesSql } from './visible-sites.ts'
export { withChild } from './with-child.ts'
