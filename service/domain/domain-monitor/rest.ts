import { route } from '../../operation/address.ts'
import type { DomainProfile } from './domain.ts'
import { checkSiteDomain } from './operations/check-site-domain.ts'
import { getDomainMonitorSettings } from './operations/get-domain-monitor-settings.ts'
import { getDomainProfile } from './operations/get-domain-profile.ts'
import { listDomainProfiles } from './operations/list-domain-profiles.ts'
import { updateDomainMonitorSettings } from './operations/update-domain-monitor-settings.ts'
import { updateDomainProfile } from './operations/update-domain-profile.ts'

const names = { id_or_domain: 'site_id_or_domain' }

/** Keyed by the id of the site, as established clients read it. */
const bySite = ({ items }: { items: DomainProfile[] }) => Object.fromEntries(items.map((item) => [item.id, item]))

export const addresses = [
  route('GET /domain-monitor/domains', listDomainProfiles, { list: 'items' }),
  route('GET /domain-monitor/profiles', listDomainProfiles, {
    id: 'list-domain-profiles-by-site',
    list: 'items',
    toData: bySite,
  }),
  route('GET /domain-monitor/profiles/{id_or_domain}', getDomainProfile, { names }),
  route('PUT|PATCH /domain-monitor/profiles/{id_or_domain}/edit', updateDomainProfile, {
    names,
    message: 'Domain profile updated.',
  }),
  route('GET /domain-monitor/settings', getDomainMonitorSettings),
  route('PUT|PATCH /domain-monitor/settings/edit', updateDomainMonitorSettings, { message: 'Settings updated.' }),
  route('POST|PUT|PATCH /domain-monitor/{id_or_domain}', checkSiteDomain, {
    names,
    envelopeFields: ({ check }: { check: { message: string } }) => ({ message: check.message }),
  }),
]
