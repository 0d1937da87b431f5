import { route } from '../../operation/address.ts'
import { getAppShell } from './operations/get-desk.ts'
import { getOverview } from './operations/get-overview.ts'
import { getOverviewHistory } from './operations/get-overview-history.ts'
import { searchFleet } from './operations/search-fleet.ts'

export const addresses = [
  route('GET /overview', getOverview),
  route('GET /overview/desk', getAppShell),
  route('GET /overview/history', getOverviewHistory, { toData: ({ days }: { days: unknown[] }) => days }),
  route('GET /search', searchFleet),
]
