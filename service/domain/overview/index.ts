import type { Room } from '../../operation/room.ts'
import { getOverview } from './operations/get-overview.ts'
import { getOverviewHistory } from './operations/get-overview-history.ts'
import { keepFleetDay } from './operations/keep-fleet-day.ts'
import { searchFleet } from './operations/search-fleet.ts'
import { addresses } from './rest.ts'

export const overviewRoom: Room = {
  name: 'overview',
  operations: [getOverview, getOverviewHistory, searchFleet, keepFleetDay],
  addresses,
  // Every hour, so that the last value of a day is one of its evening.
  schedule: [{ operation: keepFleetDay, cron: '55 * * * *' }],
}

export { type FleetDay, keepFleetDay as writeFleetDay } from './fleet-day-store.ts'
