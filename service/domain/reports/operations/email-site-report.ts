import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { findNamedClients } from '../../clients/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { EmailedReport, emailInput, emailReport, planEmail, toEmailResults } from '../email-report.ts'
import { readReportPeriod } from '../period.ts'
import { collectSiteReport } from '../whole-report.ts'

const clientAddress = async (context: Context, clientId: number | null) =>
  clientId === null ? null : (await findNamedClients(context, [clientId]))[0]?.email

export const emailSiteReport = operation({
  name: 'email-site-report',
  summary: 'Send the report about a site as a PDF by e-mail, to its client or other recipients.',
  effect: 'change',
  permission: 'reports.manage',
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...emailInput }),
  output: EmailedReport,
  results: toEmailResults,
})
  .plans(async ({ site_id_or_domain, start_date, end_date, ...email }, context) => {
    const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
    const site = await requireSite(context, site_id_or_domain)
    const defaultRecipient = await clientAddress(context, site.client_id)
    return planEmail(context, { subject: site.name, period, clientId: site.client_id }, email, defaultRecipient)
  })
  .does(async ({ site_id_or_domain, start_date, end_date, ...email }, context) => {
    const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
    const site = await requireSite(context, site_id_or_domain)
    const defaultRecipient = await clientAddress(context, site.client_id)
    const about = { siteId: site.id, clientId: site.client_id, defaultRecipient }
    return emailReport(context, await collectSiteReport(context, site, period), email, about)
  })
