import { z } from 'zod'
import { callerOf } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { confirmationRequired } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { requireStepUp } from '../../../operation/require-permission.ts'
import { startJob } from '../../jobs/index.ts'
import { findNamedSites } from '../../sites/index.ts'
import { planIsOutdated, planNotFound, requireAction } from '../bulk-actions.ts'
import { type BulkPlanRow, findPlan, lockPlan, updatePlanJob } from '../bulk-plan-store.ts'

/** A person who approves the call sees all its sites, so no more can be approved. */
const maxListed = 1_000

export const runBulkAction = operation({
  name: 'run-bulk-action',
  summary:
    'Run a plan for many sites as a job, on those of its sites that you may still use. A plan that runs already returns its job.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.read',
  startsEffect: async ({ plan_id }, context) => (await requirePlan(context, plan_id)).action.operation.effect,
  input: z.strictObject({
    plan_id: z.uuid(),
    confirm: z.boolean().default(false).describe('Must be true for an action that cannot be undone.'),
  }),
  output: z.object({
    queued: z.literal(true),
    job_id: z.string(),
    status_url: z.string(),
    action: z.string(),
    sites_queued: z.int(),
    sites_gone: z.int().describe('Sites of the plan that are deleted, or that you may no longer use.'),
  }),
  subject: ({ plan_id }, context) => describePlan(context, plan_id),
})
  .plans(async ({ plan_id }, context) => {
    const { plan, action } = await requirePlan(context, plan_id)
    const { sites } = await findNamedSites(context, plan.site_ids)
    const would_affect = sites.slice(0, maxListed).map(({ id, name, url }) => ({ id, name, url }))
    const warnings = action.operation.effect === 'destroy' ? ['This cannot be undone.'] : []
    return { plan_id, action: plan.action, options: plan.options, would_affect, count: sites.length, warnings }
  })
  .does(async ({ plan_id, confirm }, context) => {
    const { db, actor, clock } = context
    return db.transaction().execute(async (trx) => {
      const plan = await lockPlan(trx, plan_id, callerOf(actor), clock.now())
      if (!plan) throw planNotFound()
      const action = requireAction(plan.action, actor)
      if (action.operation.effect === 'destroy' && !confirm) throw confirmationRequired(action.operation.label)
      requireStepUp(action.operation, actor, clock)
      // Limits may have changed since the plan was made.
      const { sites, missing } = await findNamedSites(context, plan.site_ids)
      if (plan.job_id !== null) return toAnswer(plan, plan.job_id, sites.length, missing.length)
      if (sites.length === 0) throw planIsOutdated()
      const targets = sites.map((site) => ({
        siteId: site.id,
        label: site.url,
        input: action.inputOf(site, plan.options),
      }))
      const order = { kind: action.kind, operation: action.target ?? action.operation, targets, skipped: plan.left_out }
      const job = await startJob(context, order, trx)
      await updatePlanJob(trx, plan_id, job.id)
      return toAnswer(plan, job.id, sites.length, missing.length)
    })
  })

async function requirePlan({ db, actor, clock }: Context, id: string) {
  const plan = await findPlan(db, id, callerOf(actor), clock.now())
  if (!plan) throw planNotFound()
  return { plan, action: requireAction(plan.action, actor) }
}

const toAnswer = ({ action }: BulkPlanRow, jobId: number, sites_queued: number, sites_gone: number) => ({
  queued: true as const,
  job_id: String(jobId),
  status_url: `/api/v2/jobs/${jobId}`,
  action,
  sites_queued,
  sites_gone,
})

async function describePlan({ db, actor, clock }: Context, id: string): Promise<string> {
  const plan = await findPlan(db, id, callerOf(actor), clock.now())
  return plan ? `${plan.action} on ${plan.site_ids.length} sites` : `plan ${id}`
}
