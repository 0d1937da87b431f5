import { batch, route } from '../../operation/address.ts'
import { fixSiteSecurity } from './operations/fix-site-security.ts'
import { getSiteSecurity } from './operations/get-site-security.ts'
import { getSiteSync } from './operations/get-site-sync.ts'
import { syncSite } from './operations/sync-site.ts'
import { syncSites } from './operations/sync-sites.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const besideSite = ({ site_id, site_url, site_name }: { site_id: number; site_url: string; site_name: string }) => ({
  site: { id: site_id, url: site_url, name: site_name },
})

export const addresses = [
  route('POST|PUT|PATCH /sites/sync', syncSites, {
    names: { include: 'site_ids_or_domains', exclude: 'exclude_ids' },
    queuedMessage: 'Queued as a job: status_url has its progress and results.',
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/sync', syncSite, { names, message: 'Site synced.' }),
  route('GET /sites/{id_or_domain}/sync', getSiteSync, { names }),
  route('GET /sites/{id_or_domain}/security', getSiteSecurity, { names, envelopeFields: besideSite }),

  route('POST /sites/{id_or_domain}/security/fix', fixSiteSecurity, { names }),

  batch('sites.sync', syncSite, 'site_id_or_domain'),
  batch('sites.security', getSiteSecurity, 'site_id_or_domain', { envelopeFields: besideSite }),
]
