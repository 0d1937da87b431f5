import type { Actor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { hasPermission, type Permission } from '../../operation/permissions.ts'
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

/** The parts of modules; a custom role may have the overview without them. */
const permissionOfPart = {
  'ssl-monitor': 'ssl-monitor.read',
  'domain-monitor': 'domain-monitor.read',
  logs: 'sites.read',
  'cost-tracker': 'costs.read',
} as const satisfies Partial<Record<ModuleName, Permission>>
type Part = keyof typeof permissionOfPart

/** For incidents, the coverage of monitors and announced maintenance. */
export const monitorsPermission: Permission = 'monitors.read'

/** Callers with the same ones, who see the same sites, get the same overview. */
export const permissionsForOverview = (actor: Actor): Permission[] =>
  [...Object.values(permissionOfPart), monitorsPermission].filter((permission) => hasPermission(actor, permission))

/** The part of the overview that is the same for all callers who see the same sites and parts. */
export async function readFleet(context: Context) {
  const { db, actor, clock } = context
  const seesMonitors = hasPermission(actor, monitorsPermission)
  const [numbers, conditions] = await Promise.all([
    readFleetNumbers(db, actor.limits),
    countConditions(db, actor.limits, conditionRules(context)),
  ])
  const [troubles, monitoring, security, certificates, domains, changes, renewals, has_monitor_result] =
    await Promise.all([
      listTroubles(context, shortList),
      seesMonitors ? summarizeMonitoring(context) : null,
      summarizeSecurity(context, longList),
      ifShown(context, 'ssl-monitor', () => summarizeCertificates(context, shortList)),
      ifShown(context, 'domain-monitor', () => summarizeDomains(context, shortList)),
      ifShown(context, 'logs', () => listNewestOutsideChanges(context, longList)),
      ifShown(context, 'cost-tracker', () => upcomingRenewals(context, { days: 30, max: shortList })),
      hasMonitorResult(db),
    ])
  return {
    generated_at: isoTime(clock.now()),
    ...describeNumbers(numbers, conditions),
    failed_syncs: { total: numbers.sync_failed, items: troubles.failed },
    disconnected: { total: numbers.disconnected, items: troubles.lost },
    incidents: seesMonitors ? troubles.incidents : null,
    ...{ monitoring, security, certificates, domains, changes, renewals, has_monitor_result },
  }
}

/** Null if the module is off, or the caller may not see the part. */
const ifShown = async <T>(
  { modules, actor }: Pick<Context, 'modules' | 'actor'>,
  part: Part,
  read: () => Promise<T>,
) => (modules.isActive(part) && hasPermission(actor, permissionOfPart[part]) ? read() : null)
