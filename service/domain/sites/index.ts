import type { Room } from '../../operation/room.ts'
import { countSites } from './operations/count-sites.ts'
import { getSite } from './operations/get-site.ts'
import { listSites } from './operations/list-sites.ts'
import { suspendSite } from './operations/suspend-site.ts'

export const sitesRoom: Room = {
  name: 'sites',
  operations: [listSites, getSite, countSites, suspendSite],
  addresses: [],
}

export { describeSite, describeSites } from './describe-site.ts'
export { findNamedSites, requireSite } from './find-site.ts'
export { SiteBrief, SiteDetail, SiteRef, SiteStatus, siteStatuses } from './site.ts'
export { siteLeases } from './site-lease.ts'
export { suspend as suspendSites, unsuspend as unsuspendSites } from './site-status.ts'
export type { SiteRow } from './site-store.ts'
export { readSiteAddress } from './site-url.ts'
export { limitValues, visibleSitesSql } from './visible-sites.ts'
