import type { Feature } from '../../operation/feature.ts'
import { getAppShell } from './operations/get-desk.ts'
import { getOverview } from './operations/get-overview.ts'
import { getOverviewHistory } from './operations/get-overview-history.ts'
import { keepFleetDay } from './operations/keep-fleet-day.ts'
import { searchFleet } from './operations/search-fleet.ts'
import { sendDailyDigest } from './operations/send-daily-digest.ts'
import { addresses } from './rest.ts'

export const overviewFeature: Feature = {
  name: 'overview',
  tables: ['fleet_days'],
  operations: [getAppShell, getOverview, getOverviewHistory, searchFleet, keepFleetDay, sendDailyDigest],
  addresses,
  schedule: [
    // Every hour, so that the last value of a day is from its evening.
    { operation: keepFleetDay, cron: '55 * * * *' },
    { operation: sendDailyDigest, cron: '2-59/10 * * * *' },
  ],
  retention: [{ table: 'fleet_days', keepDays: 3_650, column: 'day' }],
}

export { type FleetDay, upsertFleetDay } from './fleet-day-store.ts'
export { createRecentOverviews } from './recent-overviews.ts'
