import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'

const day = 86_400_000

const Day = z.iso.date().refine((date) => date >= '1970' && date < '2200', 'must be a date from 1970 to 2199')

/** Days, both included, by the clock of each site. */
export const dateRange = {
  dtsstart: Day.optional().describe('First day, YYYY-MM-DD, by the clock of the site.'),
  dtsstop: Day.optional().describe('Last day, YYYY-MM-DD, by the clock of the site.'),
}

export interface Days {
  dtsstart?: string | undefined
  dtsstop?: string | undefined
}

/** Sites compare with "later than" and "earlier than", so both ends lie just outside. */
export function readDays({ dtsstart, dtsstop }: Days): { after?: Date; before?: Date } {
  const after = dtsstart === undefined ? undefined : new Date(Date.parse(dtsstart) - 1000)
  const before = dtsstop === undefined ? undefined : new Date(Date.parse(dtsstop) + day)
  if (after && before && before.getTime() - after.getTime() <= day) {
    throw invalidInput({ dtsstop: 'must not be earlier than dtsstart' })
  }
  return { ...(after && { after }), ...(before && { before }) }
}
