import { z } from 'zod'
import { Day } from './period.ts'
import { ReportFormat } from './report.ts'

/** What every report is asked for with. */
export const reportInput = {
  start_date: Day,
  end_date: Day,
  format: ReportFormat.default('json').describe('json, csv (tables), html (a page to print) or pdf.'),
}

export const recipients = z.array(z.email().max(254)).max(20)
