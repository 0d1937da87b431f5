import { batch, route } from '../../operation/address.ts'
import { exportAudit } from './operations/export-audit.ts'
import { getOutsideChanges } from './operations/get-outside-changes.ts'
import { listAudit } from './operations/list-audit.ts'
import { listChanges } from './operations/list-changes.ts'

const besideSite = ({ site_id, site_url, site_name }: { site_id: number; site_url: string; site_name: string }) => ({
  site: { id: site_id, url: site_url, name: site_name },
})

export const addresses = [
  route('GET /changes', listChanges, { list: 'items' }),
  route('GET /audit', listAudit, {
    list: 'lines',
    envelopeFields: ({ next, sites_complete }: { next: string | null; sites_complete: boolean }) => ({
      next,
      sites_complete,
    }),
  }),
  route('GET /audit/export', exportAudit),
  route('GET /sites/{id_or_domain}/non-svc-changes', getOutsideChanges, {
    names: { id_or_domain: 'site_id_or_domain' },
    list: 'changes',
    envelopeFields: besideSite,
  }),
  batch('sites.non-svc-changes', getOutsideChanges, 'site_id_or_domain', {
    list: 'changes',
    envelopeFields: besideSite,
  }),
]
