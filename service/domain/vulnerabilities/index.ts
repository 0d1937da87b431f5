import { route } from '../../operation/address.ts'
import type { Feature } from '../../operation/feature.ts'
import { importVulnerabilities } from './operations/import-vulnerabilities.ts'
import { refreshVulnerabilities } from './operations/refresh-vulnerabilities.ts'

export const vulnerabilitiesFeature: Feature = {
  name: 'vulnerabilities',
  tables: ['vulnerabilities', 'vulnerability_sources'],
  operations: [importVulnerabilities, refreshVulnerabilities],
  addresses: [
    route('POST /settings/reports/vulnerabilities/import', importVulnerabilities, {
      message: 'Vulnerabilities imported.',
    }),
    route('POST /settings/reports/vulnerabilities/refresh', refreshVulnerabilities, {
      message: 'Vulnerabilities refreshed.',
    }),
  ],
  schedule: [{ operation: refreshVulnerabilities, cron: '37 4 * * *', input: { only_if_set: true } }],
}

export { FeedUrl, findFeedUrl, updateFeedUrl } from './feed-url.ts'
export { findVulnerableItems } from './find-vulnerable-items.ts'
export { findVulnerableVersions, versionKey } from './find-vulnerable-versions.ts'
export { isInRange } from './version-range.ts'
export { listVulnerabilitySources } from './vulnerability-store.ts'
