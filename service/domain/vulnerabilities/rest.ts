import { route } from '../../operation/address.ts'
import { countVulnerabilities } from './operations/count-vulnerabilities.ts'
import { exportVulnerabilityFindings } from './operations/export-vulnerability-findings.ts'
import { getVulnerability } from './operations/get-vulnerability.ts'
import { getVulnerabilitySettings } from './operations/get-vulnerability-settings.ts'
import { importVulnerabilities } from './operations/import-vulnerabilities.ts'
import { listClosedSoftware } from './operations/list-closed-software.ts'
import { listUnsupportedVersions } from './operations/list-unsupported-versions.ts'
import { listVulnerabilities } from './operations/list-vulnerabilities.ts'
import { listVulnerabilityFindings } from './operations/list-vulnerability-findings.ts'
import { listVulnerabilitySources } from './operations/list-vulnerability-sources.ts'
import { matchVulnerabilities } from './operations/match-vulnerabilities.ts'
import { maxMessageBytes, receiveVulnerabilityWebhook } from './operations/receive-vulnerability-webhook.ts'
import { refreshVulnerabilities } from './operations/refresh-vulnerabilities.ts'
import { refreshVulnerabilitySources } from './operations/refresh-vulnerability-sources.ts'
import { updateVulnerabilitySettings } from './operations/update-vulnerability-settings.ts'

const withKnowledge = { list: 'items', envelopeFields: ({ knowledge }: { knowledge: unknown }) => ({ knowledge }) }

export const addresses = [
  route('GET /vulnerabilities', listVulnerabilities, withKnowledge),
  route('GET /vulnerabilities/counts', countVulnerabilities),
  route('GET /vulnerabilities/findings', listVulnerabilityFindings, withKnowledge),
  route('GET /vulnerabilities/findings/export', exportVulnerabilityFindings),
  route('GET /vulnerabilities/sources', listVulnerabilitySources),
  route('POST /vulnerabilities/sources/refresh', refreshVulnerabilitySources, { message: 'The sources were read.' }),
  route('GET /vulnerabilities/unsupported', listUnsupportedVersions, {
    list: 'items',
    envelopeFields: ({ as_of, is_stale }: { as_of: string; is_stale: boolean }) => ({ as_of, is_stale }),
  }),
  route('GET /vulnerabilities/closed', listClosedSoftware, {
    list: 'items',
    envelopeFields: ({ is_checked, last_checked_at }: { is_checked: boolean; last_checked_at: string | null }) => ({
      is_checked,
      last_checked_at,
    }),
  }),
  route('POST /vulnerabilities/match', matchVulnerabilities, { message: 'All sites were compared.' }),
  route('POST /vulnerabilities/webhook', receiveVulnerabilityWebhook, {
    rawBody: { field: 'body', headers: { 'x-wordfence-signature': 'signature' }, maxBytes: maxMessageBytes },
  }),
  route('GET /vulnerabilities/{id}', getVulnerability, { names: { id: 'vulnerability_id' } }),
  route('GET /settings/vulnerabilities', getVulnerabilitySettings),
  route('PUT|PATCH /settings/vulnerabilities/edit', updateVulnerabilitySettings, {
    message: 'Vulnerability settings updated.',
  }),
  route('POST /settings/reports/vulnerabilities/import', importVulnerabilities, {
    message: 'Vulnerabilities imported.',
  }),
  route('POST /settings/reports/vulnerabilities/refresh', refreshVulnerabilities, {
    message: 'Vulnerabilities refreshed.',
  }),
]
