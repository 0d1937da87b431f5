import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { listNewestOutsideChanges } from '../activity/index.ts'
import { upcomingRenewals } from '../costs/index.ts'
import { summarizeDomains } from '../domain-monitor/index.ts'
import type { ModuleName } from '../modules/index.ts'
import { hasMonitorResult, summarizeMonitoring } from '../monitors/index.ts'
import { conditionRules, countConditions, readFleetNumbers } from '../sites/index.ts'
import { summarizeCertificates } from '../ssl-monitor/index.ts'
import { summarizeSecurity } from '../sync/index.ts'
import { describeNumbers, listTroubles } from './describe-fleet.ts'

const shortList = 5
const longList = 10

export type FleetOverview = Awaited<ReturnType<typeof readFleet>>

/** The part of the overview that is the same for all callers who see the same sites. */
export async function readFleet(context: Context) {
  const { db, actor, clock } = context
  const [numbers, conditions] = await Promise.all([
    readFleetNumbers(db, actor.limits),
    countConditions(db, actor.limits, conditionRules(context)),
  ])
  const [troubles, monitoring, security, certificates, domains, changes, renewals, has_monitor_result] =
    await Promise.all([
      listTroubles(context, shortList),
      summarizeMonitoring(context),
      summarizeSecurity(context, longList),
      ifActive(context, 'ssl-monitor', () => summarizeCertificates(context, shortList)),
      ifActive(context, 'domain-monitor', () => summarizeDomains(context, shortList)),
      ifActive(context, 'logs', () => listNewestOutsideChanges(context, longList)),
      ifActive(context, 'cost-tracker', () => upcomingRenewals(context, { days: 30, max: shortList })),
      hasMonitorResult(db),
    ])
  return {
    generated_at: isoTime(clock.now()),
    ...describeNumbers(numbers, conditions),
    failed_syncs: { total: numbers.sync_failed, items: troubles.failed },
    disconnected: { total: numbers.disconnected, items: troubles.lost },
    incidents: troubles.incidents,
    ...{ monitoring, security, certificates, domains, changes, renewals, has_monitor_result },
  }
}

const ifActive = async <T>({ modules }: Pick<Context, 'modules'>, module: ModuleName, read: () => Promise<T>) =>
  modules.isActive(module) ? read() : null
