import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { readTimeZone } from '../../../platform/time-zone.ts'
import { OwnAccount, ownAccount } from '../../access/index.ts'
import { JobReport, openJobs } from '../../jobs/index.ts'
import { describeModules, Module } from '../../modules/index.ts'
import { StaleAfter, staleAfter } from '../../sync/index.ts'
import { RunningTimer, runningTimer } from '../../time-tracker/index.ts'

export const getAppShell = operation({
  name: 'get-desk',
  summary: 'Read the data around every page of the dashboard: your account, the modules, open jobs and your timer.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({}),
  output: z.object({
    account: OwnAccount,
    modules: z.array(Module),
    time_zone: z.string().describe('The time zone of days, such as Europe/Berlin or +05:30.'),
    stale_after: StaleAfter,
    jobs: z.object({ total: z.int(), newest: JobReport.nullable() }).describe('Jobs that are queued or running.'),
    timer: RunningTimer.nullable().describe('Null without a running timer, or while the time tracker is off.'),
  }),
}).does(async (_input, context) => {
  const [account, modules] = await Promise.all([ownAccount(context), describeModules(context.db)])
  const time_zone = readTimeZone(timeZoneOf(context.settings)) ?? 'UTC'
  const stale_after = staleAfter(context.settings)
  // With a one-time password, users may only change it.
  if (context.actor.mustChangePassword || context.actor.mustSetUpFactor)
    return { account, modules, time_zone, stale_after, jobs: { total: 0, newest: null }, timer: null }
  const timed = context.modules.isActive('time-tracker')
  const [jobs, timer] = await Promise.all([openJobs(context, 1), timed ? runningTimer(context) : null])
  return { account, modules, time_zone, stale_after, jobs: { total: jobs.total, newest: jobs.items[0] ?? null }, timer }
})
