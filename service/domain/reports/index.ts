import type { Room } from '../../operation/room.ts'
import { absorbBackups } from './absorb-backups.ts'
import { getClientReport } from './operations/get-client-report.ts'
import { getReportSegment } from './operations/get-report-segment.ts'
import { getReportSettings } from './operations/get-report-settings.ts'
import { getSiteReport } from './operations/get-site-report.ts'
import { updateReportSettings } from './operations/update-report-settings.ts'
import { addresses } from './rest.ts'

export const reportsRoom: Room = {
  name: 'reports',
  operations: [getReportSegment, getSiteReport, getClientReport, getReportSettings, updateReportSettings],
  addresses,
  absorbs: absorbBackups,
}
