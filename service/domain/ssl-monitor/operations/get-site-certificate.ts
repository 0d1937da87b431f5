import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { Certificate } from '../certificate.ts'
import { requireCertificate } from '../describe-certificate.ts'

export const getSiteCertificate = operation({
  name: 'get-site-certificate',
  summary: 'Read the certificate of a site from its last check.',
  effect: 'read',
  permission: 'ssl-monitor.read',
  requires: 'ssl-monitor',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: Certificate,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  return requireCertificate(context, site.id)
})
