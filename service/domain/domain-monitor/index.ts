import type { Feature } from '../../operation/feature.ts'
import { endingDomains } from './inbox-source.ts'
import { checkDueDomains } from './operations/check-due-domains.ts'
import { checkSiteDomain } from './operations/check-site-domain.ts'
import { getDomainMonitorSettings } from './operations/get-domain-monitor-settings.ts'
import { getDomainProfile } from './operations/get-domain-profile.ts'
import { listDomainProfiles } from './operations/list-domain-profiles.ts'
import { updateDomainMonitorSettings } from './operations/update-domain-monitor-settings.ts'
import { updateDomainProfile } from './operations/update-domain-profile.ts'
import { addresses } from './rest.ts'

export const domainMonitorFeature: Feature = {
  name: 'domain-monitor',
  tables: ['domains', 'site_domains', 'domain_warnings', 'rdap_bootstrap', 'rdap_pauses', 'domain_monitor_settings'],
  operations: [
    listDomainProfiles,
    getDomainProfile,
    checkSiteDomain,
    updateDomainProfile,
    checkDueDomains,
    getDomainMonitorSettings,
    updateDomainMonitorSettings,
  ],
  addresses,
  inbox: [endingDomains],
  schedule: [{ operation: checkDueDomains, cron: '*/5 * * * *' }],
  // A domain that is still expired then is warned of again.
  retention: [{ table: 'domain_warnings', keepDays: 800, column: 'warned_at' }],
}

export { findProfiles, requireProfile } from './describe-profile.ts'
export type { DomainProfile } from './domain.ts'
export { createRegistries } from './rdap-bootstrap.ts'
export { DomainSummary, summarizeDomains } from './summarize-domains.ts'
