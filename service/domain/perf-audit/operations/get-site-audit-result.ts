import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { SiteResultDetail } from '../audit.ts'
import { toResultDetail } from '../describe-result.ts'
import { requireResultRow } from '../result-store.ts'

export const getSiteAuditResult = operation({
  name: 'get-site-audit-result',
  summary: 'Read the last performance audit of a site: scores, metrics and possible improvements.',
  effect: 'read',
  permission: 'perf-audit.read',
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: SiteResultDetail,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  return toResultDetail(await requireResultRow(context.db, site.id))
})
