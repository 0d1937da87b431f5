import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { hasPermission } from '../../../operation/permissions.ts'
import { readTimeZone } from '../../../platform/time-zone.ts'
import { OwnAccount, ownAccount } from '../../access/index.ts'
import { JobReport, openJobs } from '../../jobs/index.ts'
import { describeModules, Module } from '../../modules/index.ts'
import { countSitesDown } from '../../monitors/index.ts'
import { StaleAfter, staleAfter } from '../../sync/index.ts'
import { RunningTimer, runningTimer } from '../../time-tracker/index.ts'
import { readPreferences, readViews, SavedView } from '../../views/index.ts'

export const getAppShell = operation({
  name: 'get-desk',
  summary:
    'Read the data around every page of the dashboard: your account, the modules, open jobs, your timer, saved views, preferences and the number of sites down.',
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
    views: z.array(SavedView).describe('Saved filters of the sites table: yours and shared ones.'),
    preferences: z.record(z.string(), z.unknown()).describe('What you set in the dashboard.'),
    sites_down: z.int().nullable().describe('Sites with an open incident; null if you may not see monitors.'),
  }),
}).does(async (_input, context) => {
  const [account, modules] = await Promise.all([ownAccount(context), describeModules(context.db)])
  const time_zone = readTimeZone(timeZoneOf(context.settings)) ?? 'UTC'
  const stale_after = staleAfter(context.settings)
  // With a one-time password, users may only change it.
  if (context.actor.mustChangePassword || context.actor.mustSetUpFactor)
    return {
      account,
      modules,
      time_zone,
      stale_after,
      jobs: { total: 0, newest: null },
      timer: null,
      views: [],
      preferences: {},
      sites_down: null,
    }
  const timed = context.modules.isActive('time-tracker')
  const { userId } = context.actor
  const [jobs, timer, views, preferences, sites_down] = await Promise.all([
    openJobs(context, 1),
    timed ? runningTimer(context) : null,
    readViews(context),
    userId === null ? {} : readPreferences(context.db, userId),
    hasPermission(context.actor, 'monitors.read') ? countSitesDown(context.db, context.actor.limits) : null,
  ])
  const shownJobs = { total: jobs.total, newest: jobs.items[0] ?? null }
  return { account, modules, time_zone, stale_after, jobs: shownJobs, timer, views, preferences, sites_down }
})
