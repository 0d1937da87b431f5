import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, toSiteBrief } from '../../sites/index.ts'
import { Certificate } from '../certificate.ts'
import { checkCertificate } from '../check-certificate.ts'
import { requireCertificate } from '../describe-certificate.ts'

export const checkSiteCertificate = operation({
  name: 'check-site-certificate',
  summary: 'Check the certificate of a site now with a TLS handshake.',
  effect: 'change',
  idempotent: true,
  permission: 'ssl-monitor.manage',
  requires: 'ssl-monitor',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: Certificate,
  results: (certificate) => ({
    done: isSeen(certificate) ? 1 : 0,
    errors:
      certificate.status === 'unreachable'
        ? [{ code: 'svc_connection_failed', message: describeCertificateCheck(certificate) }]
        : [],
    label: ['certificate checked', 'certificates checked'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    await checkCertificate(context, site)
    return requireCertificate(context, site.id)
  })

const isSeen = ({ status }: Certificate) => status !== 'unreachable' && status !== 'plain-http'

export const describeCertificateCheck = (certificate: Certificate): string =>
  isSeen(certificate) ? 'Certificate checked.' : `The certificate was not checked. ${certificate.reason ?? ''}`.trim()
