import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { paged } from '../../../operation/shapes.ts'
import { monitoredSitesInput } from '../../sites/index.ts'
import { Certificate, certificateStatuses } from '../certificate.ts'
import { listCertificatePage } from '../certificate-store.ts'
import { toCertificate } from '../describe-certificate.ts'

export const listCertificates = operation({
  name: 'list-certificates',
  summary: 'List the certificates of all sites from their last checks.',
  effect: 'read',
  permission: 'ssl-monitor.read',
  requires: 'ssl-monitor',
  input: monitoredSitesInput(certificateStatuses, ['valid_to']),
  output: paged(Certificate),
}).does(async (input, context) => {
  const now = context.clock.now()
  const zone = timeZoneOf(context.settings)
  const { items, ...page } = await listCertificatePage(context, input, now, zone)
  return { items: items.map((row) => toCertificate(row, now, zone)), ...page }
})
