import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { newestOutsideChanges } from '../../activity/index.ts'
import { upcomingRenewals } from '../../costs/index.ts'
import { summarizeDomains } from '../../domain-monitor/index.ts'
import { openJobs } from '../../jobs/index.ts'
import { isModuleActive, type ModuleName } from '../../modules/index.ts'
import { readFleetNumbers } from '../../sites/index.ts'
import { summarizeCertificates } from '../../ssl-monitor/index.ts'
import { summarizeSecurity } from '../../sync/index.ts'
import { describeNumbers, getStartedOf, troubleOf } from '../describe-fleet.ts'
import { Overview } from '../overview.ts'

const few = 5
const several = 10

export const getOverview = operation({
  name: 'get-overview',
  summary: 'Read the state of the fleet at a glance: updates, trouble, what expires, what others changed, what runs.',
  effect: 'read',
  permission: 'overview.read',
  input: z.strictObject({}),
  output: Overview,
}).does(async (_, context) => {
  const { db, actor, clock } = context
  const numbers = await readFleetNumbers(db, actor.limits)
  const [trouble, security, certificates, domains, changes, renewals, jobs, get_started] = await Promise.all([
    troubleOf(context, few),
    summarizeSecurity(db, actor.limits, several),
    ifActive(context, 'ssl-monitor', () => summarizeCertificates(context, few)),
    ifActive(context, 'domain-monitor', () => summarizeDomains(context, few)),
    ifActive(context, 'logs', () => newestOutsideChanges(context, several)),
    ifActive(context, 'cost-tracker', () => upcomingRenewals(context, { days: 30, most: few })),
    openJobs(context, several),
    getStartedOf(context, numbers),
  ])
  return {
    generated_at: isoTime(clock.now())!,
    ...describeNumbers(numbers),
    failed_syncs: { total: numbers.sync_failed, items: trouble.failed },
    disconnected: { total: numbers.disconnected, items: trouble.lost },
    incidents: trouble.incidents,
    ...{ security, certificates, domains, changes, renewals, jobs, get_started },
  }
})

const ifActive = async <T>({ db }: Pick<Context, 'db'>, module: ModuleName, read: () => Promise<T>) =>
  isModuleActive(db, module) ? read() : null
