import type { Feature } from '../../operation/feature.ts'
import { openVulnerabilities } from './findings/inbox-source.ts'
import { ingestVulnerabilities } from './matching/match.ts'
import { checkDirectoryItems } from './operations/check-directory-items.ts'
import { countVulnerabilities } from './operations/count-vulnerabilities.ts'
import { exportVulnerabilityFindings } from './operations/export-vulnerability-findings.ts'
import { getVulnerability } from './operations/get-vulnerability.ts'
import { getVulnerabilitySettings } from './operations/get-vulnerability-settings.ts'
import { importVulnerabilities } from './operations/import-vulnerabilities.ts'
import { importVulnerabilityFile } from './operations/import-vulnerability-file.ts'
import { listClosedSoftware } from './operations/list-closed-software.ts'
import { listUnsupportedVersions } from './operations/list-unsupported-versions.ts'
import { listVulnerabilities } from './operations/list-vulnerabilities.ts'
import { listVulnerabilityFindings } from './operations/list-vulnerability-findings.ts'
import { listVulnerabilitySources } from './operations/list-vulnerability-sources.ts'
import { matchVulnerabilities } from './operations/match-vulnerabilities.ts'
import { receiveVulnerabilityWebhook } from './operations/receive-vulnerability-webhook.ts'
import { refreshVulnerabilities } from './operations/refresh-vulnerabilities.ts'
import { refreshVulnerabilitySources } from './operations/refresh-vulnerability-sources.ts'
import { settleVulnerabilities } from './operations/settle-vulnerabilities.ts'
import { updateVulnerabilitySettings } from './operations/update-vulnerability-settings.ts'
import { addresses } from './rest.ts'
import { sealedKeyColumn } from './sources/source-store.ts'
import { vulnerabilityGauges } from './vulnerability-gauges.ts'

export const vulnerabilitiesFeature: Feature = {
  name: 'vulnerabilities',
  tables: [
    'vulnerabilities',
    'vulnerability_sources',
    'vulnerability_keys',
    'vulnerability_records',
    'vulnerability_findings',
    'vulnerability_acceptances',
    'vulnerability_pending',
    'vulnerability_site_checks',
    'vulnerability_messages',
    'directory_items',
  ],
  operations: [
    listVulnerabilities,
    getVulnerability,
    listVulnerabilityFindings,
    exportVulnerabilityFindings,
    countVulnerabilities,
    listVulnerabilitySources,
    listUnsupportedVersions,
    listClosedSoftware,
    getVulnerabilitySettings,
    updateVulnerabilitySettings,
    refreshVulnerabilitySources,
    receiveVulnerabilityWebhook,
    matchVulnerabilities,
    settleVulnerabilities,
    checkDirectoryItems,
    importVulnerabilities,
    importVulnerabilityFile,
    refreshVulnerabilities,
  ],
  addresses,
  schedule: [
    { operation: refreshVulnerabilitySources, cron: '*/10 * * * *', input: { only_due: true } },
    { operation: settleVulnerabilities, cron: '*/5 * * * *' },
    { operation: checkDirectoryItems, cron: '23 * * * *' },
  ],
  retention: [
    { table: 'vulnerability_findings', keepDays: 730, column: 'fixed_at' },
    // A captured message that only deletes records has no time: it is refused as long as it is known.
    { table: 'vulnerability_messages', keepDays: 1_095, column: 'received_at' },
  ],
  sealed: [sealedKeyColumn],
  ingests: ingestVulnerabilities,
  gauges: vulnerabilityGauges,
  inbox: [openVulnerabilities],
}

export { type Severity, type VulnerabilitySource, type VulnerableKind, vulnerabilitySources } from './entry.ts'
export {
  type AcceptanceRow,
  acceptFindings,
  endAcceptance,
  listAcceptances,
  type NewAcceptance,
} from './findings/acceptance-store.ts'
export { findVulnerableItems, type VulnerableItem } from './findings/find-vulnerable-items.ts'
export { findVulnerableVersions, versionKey } from './findings/find-vulnerable-versions.ts'
export { findingFilterInput, toFinding, VulnerabilityFinding } from './findings/finding.ts'
export {
  countFindings,
  type FindingCounts,
  type FindingFilter,
  type ListedFinding,
  listFindingPages,
  listFindings,
} from './findings/finding-store.ts'
export { findListedRecord, findRecord, findRecordsByText, type ListedRecord } from './findings/record-list-store.ts'
export { toVulnerability, toVulnerabilityClock, Vulnerability, VulnerabilityClock } from './findings/vulnerability.ts'
export { describeKnowledge, Knowledge } from './knowledge.ts'
export { matchSites } from './matching/match.ts'
export type { RecordRow } from './matching/record-store.ts'
export { compareReleases, isInRange } from './matching/version-range.ts'
export { FeedUrl, findDirectoryUrl, findFeedUrl, updateFeedUrl } from './sources/source-settings.ts'
export { listSourceRows } from './sources/source-store.ts'
export { vulnerabilityNotFound } from './vulnerability-errors.ts'
