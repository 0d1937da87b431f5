import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { answerReport } from '../answer-report.ts'
import { DescribedReport } from '../describe-report.ts'
import { readReportPeriod } from '../period.ts'
import { reportInput } from '../report.ts'
import { collectSiteReport } from '../whole-report.ts'

export const getSiteReport = operation({
  name: 'get-site-report',
  summary: 'Read the whole report about a site: figures, a table, or a page with the company’s logo and colours.',
  effect: 'read',
  permission: 'reports.read',
  tool: true,
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...reportInput }),
  output: DescribedReport,
  answers: ['json', 'file'],
}).does(async ({ site_id_or_domain, start_date, end_date, format }, context) => {
  const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
  const site = await requireSite(context, site_id_or_domain)
  return answerReport(context, await collectSiteReport(context, site, period), format)
})
