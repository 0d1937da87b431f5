import { route } from '../../operation/address.ts'
import { emailClientReport } from './operations/email-client-report.ts'
import { emailSiteReport } from './operations/email-site-report.ts'
import { getClientBranding } from './operations/get-client-branding.ts'
import { getClientReport } from './operations/get-client-report.ts'
import { getReportSchedule } from './operations/get-report-schedule.ts'
import { getReportSegment } from './operations/get-report-segment.ts'
import { getReportSettings } from './operations/get-report-settings.ts'
import { getSiteReport } from './operations/get-site-report.ts'
import { getViewReport } from './operations/get-view-report.ts'
import { listReportSchedules } from './operations/list-report-schedules.ts'
import { listReportSentences } from './operations/list-report-sentences.ts'
import { updateClientBranding } from './operations/update-client-branding.ts'
import { updateReportSchedule } from './operations/update-report-schedule.ts'
import { updateReportSentences } from './operations/update-report-sentences.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { segmentNames } from './segments.ts'

const ofSite = { names: { id_or_domain: 'site_id_or_domain' } }
const ofClient = { names: { id_or_email: 'client_id_or_email' } }

export const addresses = [
  ...segmentNames.map((segment) =>
    route(`GET /pro-reports/{id_or_domain}/${segment}`, getReportSegment, {
      ...ofSite,
      id: `get-report-segment-${segment}`,
      fixed: { segment },
    }),
  ),
  route('GET /pro-reports/{id_or_domain}/report', getSiteReport, ofSite),
  route('POST /pro-reports/{id_or_domain}/report/email', emailSiteReport, { ...ofSite, message: 'Report sent.' }),
  route('GET /clients/{id_or_email}/report', getClientReport, ofClient),
  route('GET /views/{view_id}/report', getViewReport),
  route('POST /clients/{id_or_email}/report/email', emailClientReport, { ...ofClient, message: 'Report sent.' }),
  route('GET /clients/{id_or_email}/report/schedule', getReportSchedule, ofClient),
  route('PUT|PATCH /clients/{id_or_email}/report/schedule', updateReportSchedule, {
    ...ofClient,
    message: 'Schedule updated.',
  }),
  route('GET /clients/{id_or_email}/branding', getClientBranding, ofClient),
  route('PUT|PATCH /clients/{id_or_email}/branding', updateClientBranding, {
    ...ofClient,
    message: 'Branding updated.',
  }),
  route('GET /report-schedules', listReportSchedules, { list: 'items' }),
  route('GET /settings/reports', getReportSettings),
  route('GET /report-sentences', listReportSentences),
  route('PUT|PATCH /report-sentences', updateReportSentences, { message: 'Sentences saved.' }),
  route('PUT|PATCH /settings/reports/edit', updateReportSettings, { message: 'Report settings updated.' }),
]
