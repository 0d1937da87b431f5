import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { openJobs } from '../../jobs/index.ts'
import { listAnnouncedMaintenance } from '../../maintenance/index.ts'
import { readGetStarted } from '../describe-fleet.ts'
import { Overview } from '../overview.ts'
import { monitorsPermission, readFleet } from '../read-fleet.ts'
import { readRecent } from '../recent-overviews.ts'

const maxJobs = 10
const maxPeriods = 5

export const getOverview = operation({
  name: 'get-overview',
  summary:
    'Read the state of all sites: updates, problems, certificates and domains that expire, outside changes, open jobs.',
  effect: 'read',
  permission: 'overview.read',
  tool: true,
  input: z.strictObject({}),
  output: Overview,
}).does(async (_, context) => {
  const [{ has_monitor_result, ...fleet }, maintenance, jobs] = await Promise.all([
    readRecent(context, () => readFleet(context)),
    hasPermission(context.actor, monitorsPermission) ? listAnnouncedMaintenance(context, maxPeriods) : null,
    openJobs(context, maxJobs),
  ])
  const get_started = { ...(await readGetStarted(context, fleet.sites)), has_monitor_result }
  return { ...fleet, maintenance, jobs, get_started }
})
