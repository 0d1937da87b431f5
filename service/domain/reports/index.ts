import type { Feature } from '../../operation/feature.ts'
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
import { sendDueReports } from './operations/send-due-reports.ts'
import { updateClientBranding } from './operations/update-client-branding.ts'
import { updateReportSchedule } from './operations/update-report-schedule.ts'
import { updateReportSentences } from './operations/update-report-sentences.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { addresses } from './rest.ts'

export const reportsFeature: Feature = {
  name: 'reports',
  tables: ['report_settings', 'client_report_settings', 'report_schedules', 'report_deliveries'],
  operations: [
    getReportSegment,
    getSiteReport,
    getClientReport,
    getViewReport,
    emailSiteReport,
    emailClientReport,
    getReportSchedule,
    listReportSchedules,
    updateReportSchedule,
    sendDueReports,
    getReportSettings,
    updateReportSettings,
    listReportSentences,
    updateReportSentences,
    getClientBranding,
    updateClientBranding,
  ],
  addresses,
  schedule: [{ operation: sendDueReports, cron: '11 * * * *' }],
  retention: [
    {
      table: 'report_deliveries',
      // 0 in the setting is without limit: a hundred years.
      keepDays: (settings) => settings.get('advanced').report_deliveries_retention_days || 36_500,
      column: 'due_on',
    },
  ],
}

export { answerPage, toFileName } from './answer-report.ts'
export { html, type Markup, type Piece } from './page/markup.ts'
export { heading, pill, plural, type Tone, table, tile } from './page/parts.ts'
export { renderDocument } from './page/report-page.ts'
export { findReportStyle, type ReportStyle } from './report-style.ts'
