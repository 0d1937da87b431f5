import { z } from 'zod'
import { DayInput } from './period.ts'
import { ReportFormat } from './report.ts'

/** What every report is asked for with. */
export const reportInput = {
  start_date: DayInput,
  end_date: DayInput,
  format: ReportFormat.default('json').describe('json, csv (tables), html (a page to print) or pdf.'),
}

export const recipients = z.array(z.email().max(254)).max(20)
