import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { listNewestOutsideChanges } from '../../activity/index.ts'
import { upcomingRenewals } from '../../costs/index.ts'
import { summarizeDomains } from '../../domain-monitor/index.ts'
import { openJobs } from '../../jobs/index.ts'
import { listAnnouncedMaintenance } from '../../maintenance/index.ts'
import type { ModuleName } from '../../modules/index.ts'
import { summarizeMonitoring } from '../../monitors/index.ts'
import { conditionRules, countConditions, readFleetNumbers } from '../../sites/index.ts'
import { summarizeCertificates } from '../../ssl-monitor/index.ts'
import { summarizeSecurity } from '../../sync/index.ts'
import { describeNumbers, listTroubles, readGetStarted } from '../describe-fleet.ts'
import { Overview } from '../overview.ts'

const shortList = 5
const longList = 10

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
  const { db, actor, clock } = context
  const [numbers, conditions] = await Promise.all([
    readFleetNumbers(db, actor.limits),
    countConditions(db, actor.limits, conditionRules(context)),
  ])
  const [troubles, maintenance, monitoring, security, certificates, domains, changes, renewals, jobs, get_started] =
    await Promise.all([
      listTroubles(context, shortList),
      listAnnouncedMaintenance(context, shortList),
      summarizeMonitoring(context),
      summarizeSecurity(context, longList),
      ifActive(context, 'ssl-monitor', () => summarizeCertificates(context, shortList)),
      ifActive(context, 'domain-monitor', () => summarizeDomains(context, shortList)),
      ifActive(context, 'logs', () => listNewestOutsideChanges(context, longList)),
      ifActive(context, 'cost-tracker', () => upcomingRenewals(context, { days: 30, max: shortList })),
      openJobs(context, longList),
      readGetStarted(context, numbers),
    ])
  return {
    generated_at: isoTime(clock.now()),
    ...describeNumbers(numbers, conditions),
    failed_syncs: { total: numbers.sync_failed, items: troubles.failed },
    disconnected: { total: numbers.disconnected, items: troubles.lost },
    incidents: troubles.incidents,
    ...{ maintenance, monitoring, security, certificates, domains, changes, renewals, jobs, get_started },
  }
})

const ifActive = async <T>({ modules }: Pick<Context, 'modules'>, module: ModuleName, read: () => Promise<T>) =>
  modules.isActive(module) ? read() : null
