import { route } from '../../operation/address.ts'
import { getClientReport } from './operations/get-client-report.ts'
import { getReportSegment } from './operations/get-report-segment.ts'
import { getReportSettings } from './operations/get-report-settings.ts'
import { getSiteReport } from './operations/get-site-report.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { segmentNames } from './segment-list.ts'

const ofSite = { id_or_domain: 'site_id_or_domain' }
const ofClient = { id_or_email: 'client_id_or_email' }

export const addresses = [
  ...segmentNames.map((segment) =>
    route(`GET /pro-reports/{id_or_domain}/${segment}`, getReportSegment, { names: ofSite, fixed: { segment } }),
  ),
  route('GET /pro-reports/{id_or_domain}/report', getSiteReport, { names: ofSite }),
  route('GET /clients/{id_or_email}/report', getClientReport, { names: ofClient }),
  route('GET /settings/reports', getReportSettings),
  route('PUT|PATCH /settings/reports/edit', updateReportSettings, { message: 'Report settings updated.' }),
]
