import { batch, route } from '../../operation/address.ts'
import { addSite } from './operations/add-site.ts'
import { checkSite } from './operations/check-site.ts'
import { checkSites } from './operations/check-sites.ts'
import { countSites } from './operations/count-sites.ts'
import { deleteSite } from './operations/delete-site.ts'
import { disconnectSite } from './operations/disconnect-site.ts'
import { disconnectSites } from './operations/disconnect-sites.ts'
import { fetchSiteIcon } from './operations/fetch-site-icon.ts'
import { followAdminLogin } from './operations/follow-admin-login.ts'
import { getSite } from './operations/get-site.ts'
import { getSiteIcon } from './operations/get-site-icon.ts'
import { getSitesBasic } from './operations/get-sites-basic.ts'
import { listSiteChoices } from './operations/list-site-choices.ts'
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
import type { SiteDetail } from './site.ts'

interface CheckedSites {
  summary: { total_checked: number; unreachable: number }
  errors: readonly unknown[]
}

const names = { id_or_domain: 'site_id_or_domain' }
const many = { include: 'site_ids_or_domains' }

const removalMessage = ({ child_notified }: { child_notified: boolean }) => ({
  message: child_notified
    ? 'Site removed; its connector plugin deleted our key.'
    : 'Site removed here; its connector plugin was not notified and may still list this dashboard.',
})

/** A check that found nothing is done, but no good news. */
const checkedMessage = ({ summary: { total_checked, unreachable }, errors }: CheckedSites) =>
  unreachable > 0 && errors.length === 0
    ? { message: `${total_checked} ${total_checked === 1 ? 'site' : 'sites'} checked; ${unreachable} did not answer.` }
    : {}

/** A site that is not connected is no success without reserve. */
const connectionMessage =
  (done: string) =>
  ({ connection: { ok, message } }: Pick<SiteDetail, 'connection'>) => ({
    message: ok ? `${done}.` : `${done}, but it is not connected${message === null ? '.' : `: ${message}`}`,
  })

export const addresses = [
  route('GET /sites', listSites, { list: 'items', fixed: { include_details: true, include_condition: true } }),
  route('GET /sites/basic', getSitesBasic, { list: 'sites' }),
  route('GET /sites/table', listSitesTable, { list: 'items' }),
  route('GET /sites/table/choices', listSiteChoices),
  route('GET /sites/count', countSites, {
    envelopeFields: ({ total }: { total: number }) => ({ total, count: total }),
  }),
  route('GET /sites/preview', previewSite),
  route('POST /sites/add', addSite, {
    fixed: { include_condition: true },
    envelopeFields: connectionMessage('Site added'),
  }),
  route('POST|PUT|PATCH /sites/reconnect', reconnectSites, { names: many }),
  route('POST|PUT|PATCH /sites/disconnect', disconnectSites, { names: many }),
  route('POST|PUT|PATCH /sites/check', checkSites, { names: many, envelopeFields: checkedMessage }),
  route('POST|PUT|PATCH /sites/suspend', suspendSites, { names: many }),
  route('POST|PUT|PATCH /sites/tags', tagSites, { names: many, message: 'Tags changed.' }),
  route('POST /tags/assign', tagSites, { id: 'assign-tags', names: many, message: 'Tags changed.' }),

  route('GET /sites/{id_or_domain}', getSite, {
    names,
    fixed: { include_stats: true, include_condition: true },
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/edit', updateSite, {
    names,
    fixed: { include_condition: true },
    envelopeFields: connectionMessage('Site updated'),
  }),
  route('DELETE /sites/{id_or_domain}/remove', deleteSite, { names, envelopeFields: removalMessage }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/reconnect', reconnectSite, { names, message: 'Site reconnected.' }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/disconnect', disconnectSite, { names, message: 'Site disconnected.' }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/suspend', suspendSite, { names, message: 'Site suspended.' }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/unsuspend', unsuspendSite, { names, message: 'Site unsuspended.' }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/check', checkSite, { names }),
  route('POST /sites/{id_or_domain}/renew-connection', renewSiteConnection, { names, message: 'Connection renewed.' }),
  route('GET /sites/{id_or_domain}/icon', getSiteIcon, { names }),
  route('POST /sites/{id_or_domain}/icon', fetchSiteIcon, { names }),
  route('POST /sites/{id_or_domain}/admin-login', openAdmin, { names }),
  route('GET /admin-login/{ticket}', followAdminLogin),

  batch('sites.create', addSite, null, { uniqueField: 'url' }),
  batch('sites.update', updateSite, 'site_id_or_domain'),
  batch('sites.delete', deleteSite, 'site_id_or_domain'),
  batch('sites.remove', deleteSite, 'site_id_or_domain'),
  batch('sites.reconnect', reconnectSite, 'site_id_or_domain', { ifEmpty: reconnectSites }),
  batch('sites.disconnect', disconnectSite, 'site_id_or_domain'),
  batch('sites.suspend', suspendSite, 'site_id_or_domain'),
  batch('sites.unsuspend', unsuspendSite, 'site_id_or_domain'),
  batch('sites.check', checkSite, 'site_id_or_domain'),
]
