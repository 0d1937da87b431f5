import { z } from 'zod'
import { todayOf } from '../../../operation/configured-days.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { addDays } from '../../../platform/calendar.ts'
import { readFleetToday } from '../fleet-day.ts'
import { listFleetDays } from '../fleet-day-store.ts'

const HistoryDay = z.object({
  day: z.string().describe('YYYY-MM-DD in the configured time zone.'),
  sites_total: z.int(),
  connected: z.int(),
  disconnected: z.int(),
  suspended: z.int(),
  sync_failed: z.int(),
  sites_with_updates: z.int(),
  core_updates: z.int(),
  plugin_updates: z.int(),
  theme_updates: z.int(),
  translation_updates: z.int(),
})

export const getOverviewHistory = operation({
  name: 'get-overview-history',
  summary: 'Read the number of sites and pending updates per day; today with the current numbers.',
  effect: 'read',
  permission: 'overview.read',
  input: z.strictObject({ days: z.int().min(1).max(366).default(30).describe('1: today only.') }),
  output: z.object({ days: z.array(HistoryDay).describe('The oldest first; days without data are missing.') }),
}).does(async ({ days }, context) => {
  const { db, actor } = context
  if (actor.limits) {
    throw permissionDenied(
      'The history covers all sites: it is not for a user or key that is limited to certain sites.',
    )
  }
  const since = addDays(todayOf(context), 1 - days)
  const [today, past] = await Promise.all([readFleetToday(context), listFleetDays(db, since)])
  const all = [...past.filter(({ day }) => day < today.day), today]
  return {
    days: all.map(({ day, ...numbers }) => ({
      day,
      sites_total: numbers.connected + numbers.disconnected + numbers.suspended,
      ...numbers,
    })),
  }
})
