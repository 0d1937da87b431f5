import type { Feature } from '../../operation/feature.ts'
import { ingestBackups } from './ingest-backups.ts'
import { emailClientReport } from './operations/email-client-report.ts'
import { emailSiteReport } from './operations/email-site-report.ts'
import { forgetOldBackups } from './operations/forget-old-backups.ts'
import { getClientReport } from './operations/get-client-report.ts'
import { getReportSchedule } from './operations/get-report-schedule.ts'
import { getReportSegment } from './operations/get-report-segment.ts'
import { getReportSettings } from './operations/get-report-settings.ts'
import { getSiteReport } from './operations/get-site-report.ts'
import { importVulnerabilities } from './operations/import-vulnerabilities.ts'
import { listReportSchedules } from './operations/list-report-schedules.ts'
import { refreshVulnerabilities } from './operations/refresh-vulnerabilities.ts'
import { sendDueReports } from './operations/send-due-reports.ts'
import { updateReportSchedule } from './operations/update-report-schedule.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { addresses } from './rest.ts'

export const reportsFeature: Feature = {
  name: 'reports',
  tables: [
    'report_settings',
    'report_schedules',
    'report_deliveries',
    'site_backups',
    'vulnerabilities',
    'vulnerability_sources',
  ],
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
    importVulnerabilities,
    refreshVulnerabilities,
    forgetOldBackups,
  ],
  addresses,
  schedule: [
    { operation: sendDueReports, cron: '11 * * * *' },
    { operation: refreshVulnerabilities, cron: '37 4 * * *', input: { only_if_set: true } },
    { operation: forgetOldBackups, cron: '29 3 * * *' },
  ],
  ingests: ingestBackups,
}

export { findVulnerable } from './vulnerabilities/match.ts'
