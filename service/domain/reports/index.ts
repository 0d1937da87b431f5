import type { Feature } from '../../operation/feature.ts'
import { emailClientReport } from './operations/email-client-report.ts'
import { emailSiteReport } from './operations/email-site-report.ts'
import { getClientReport } from './operations/get-client-report.ts'
import { getReportSchedule } from './operations/get-report-schedule.ts'
import { getReportSegment } from './operations/get-report-segment.ts'
import { getReportSettings } from './operations/get-report-settings.ts'
import { getSiteReport } from './operations/get-site-report.ts'
import { listReportSchedules } from './operations/list-report-schedules.ts'
import { sendDueReports } from './operations/send-due-reports.ts'
import { updateReportSchedule } from './operations/update-report-schedule.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { addresses } from './rest.ts'

export const reportsFeature: Feature = {
  name: 'reports',
  tables: ['report_settings', 'report_schedules', 'report_deliveries'],
  operations: [
    getReportSegment,
    getSiteReport,
    getClientReport,
    emailSiteReport,
    emailClientReport,
    getReportSchedule,
    listReportSchedules,
    updateReportSchedule,
    sendDueReports,
    getReportSettings,
    updateReportSettings,
  ],
  addresses,
  schedule: [{ operation: sendDueReports, cron: '11 * * * *' }],
}
