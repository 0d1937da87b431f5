import type { Feature } from '../../operation/feature.ts'
import { endingCertificates } from './inbox-source.ts'
import { checkDueCertificates } from './operations/check-due-certificates.ts'
import { checkSiteCertificate } from './operations/check-site-certificate.ts'
import { getSiteCertificate } from './operations/get-site-certificate.ts'
import { listCertificates } from './operations/list-certificates.ts'
import { addresses } from './rest.ts'

export const sslMonitorFeature: Feature = {
  name: 'ssl-monitor',
  tables: ['ssl_checks', 'ssl_warnings'],
  operations: [listCertificates, getSiteCertificate, checkSiteCertificate, checkDueCertificates],
  addresses,
  inbox: [endingCertificates],
  schedule: [{ operation: checkDueCertificates, cron: '*/10 * * * *' }],
  // Longer than public certificates are valid; a certificate that is still expired then is warned of again.
  retention: [{ table: 'ssl_warnings', keepDays: 800, column: 'warned_at' }],
}

export type { Certificate } from './certificate.ts'
export { findCertificates, requireCertificate } from './describe-certificate.ts'
export { probeTls, type TlsProbe } from './handshake.ts'
export { CertificateSummary, summarizeCertificates } from './summarize-certificates.ts'
export { formatExpiry, thresholdAt } from './warn.ts'
