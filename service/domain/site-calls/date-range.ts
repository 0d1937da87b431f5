import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'

const dayMs = 86_400_000

const Day = z.iso.date().refine((date) => date >= '1970' && date < '2200', 'must be a date from 1970 to 2199')

/** Days in the time zone of each site, both included. */
export const dateRange = {
  dtsstart: Day.optional().describe('First day, YYYY-MM-DD, in the time zone of the site.'),
  dtsstop: Day.optional().describe('Last day, YYYY-MM-DD, in the time zone of the site.'),
}

export interface DateRange {
  dtsstart?: string | undefined
  dtsstop?: string | undefined
}

/** Sites exclude both ends, so they are just outside the range. */
export function readDateRange({ dtsstart, dtsstop }: DateRange): { after?: Date; before?: Date } {
  const after = dtsstart === undefined ? undefined : new Date(Date.parse(dtsstart) - 1000)
  const before = dtsstop === undefined ? undefined : new Date(Date.parse(dtsstop) + dayMs)
  if (after && before && before.getTime() - after.getTime() <= dayMs) {
    throw invalidInput({ dtsstop: 'must not be earlier than dtsstart' })
  }
  return { ...(after && { after }), ...(before && { before }) }
}
