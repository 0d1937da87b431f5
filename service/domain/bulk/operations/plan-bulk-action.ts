import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callerOf } from '../../../operation/actor.ts'
import { LeftOutItem } from '../../../operation/bulk-action.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { insertPlan } from '../bulk-plan-store.ts'
import { makePlan, planInput } from '../make-plan.ts'

const keptMs = 15 * 60_000
const undoneMs = 60 * 60_000
const listed = 200
const idsOf = (sites: readonly { id: number }[]) => sites.map(({ id }) => id)

export const planBulkAction = operation({
  name: 'plan-bulk-action',
  summary:
    'Plan an action on many sites: on named ones, on all that match a filter, or on all. The list of sites is kept for 15 minutes; run-bulk-action runs it.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'sites.read',
  needsApproval: false,
  heavyWhen: ({ site_ids_or_domains }) => site_ids_or_domains.length === 0,
  input: planInput,
  output: z.object({
    plan_id: z.uuid(),
    action: z.string(),
    expires_at: timestamp,
    count: z.int().describe('Sites that the action would change.'),
    sites: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })).describe('The first 200.'),
    left_out_count: z.int(),
    left_out: z
      .array(
        z.object({
          site_id: z.int(),
          site_url: z.string(),
          site_name: z.string(),
          code: z.string(),
          message: z.string(),
        }),
      )
      .describe('The first 200 selected sites that the action would not change, and why.'),
    left_out_items: z.array(LeftOutItem).describe('Items that the action leaves out, also on sites that it changes.'),
    warnings: z.array(z.string()),
    undo_plan_id: z
      .uuid()
      .nullable()
      .describe('Another plan, which takes the change back within an hour; null: the action has none.'),
    needs_confirmation: z.boolean().describe('Whether it cannot be undone: run-bulk-action then needs confirm: true.'),
  }),
  subject: ({ action }) => action,
})
  .plans(async (input, context) => {
    const { sites, warnings, leftOut, leftOutItems } = await makePlan(context, input)
    return {
      action: input.action,
      would_affect: sites.slice(0, listed).map(({ id, name, url }) => ({ id, name, url })),
      count: sites.length,
      left_out_items: leftOutItems,
      warnings: [...warnings, ...leftOut.slice(0, listed).map(({ message }) => message)],
    }
  })
  .does(async (input, context) => {
    const { action, options, sites, leftOut, leftOutCount, leftOutItems, warnings } = await makePlan(context, input)
    const { db, clock, actor } = context
    const now = clock.now()
    const expires_at = new Date(now.getTime() + keptMs)
    const id = randomUUID()
    const plan = { owner: callerOf(actor), action: action.name, created_at: now }
    const undo = await action.undo?.(sites, options, context)
    const undoId = undo && undo.sites.length > 0 ? randomUUID() : null
    await db.transaction().execute(async (trx) => {
      await insertPlan(trx, { ...plan, id, options, site_ids: idsOf(sites), left_out: leftOut, expires_at })
      if (!undo || !undoId) return
      const undone = { options: undo.options, site_ids: idsOf(undo.sites), left_out: [] }
      await insertPlan(trx, { ...plan, ...undone, id: undoId, expires_at: new Date(now.getTime() + undoneMs) })
    })
    return {
      plan_id: id,
      action: action.name,
      expires_at: isoTime(expires_at),
      count: sites.length,
      sites: sites.slice(0, listed).map(({ id, name, url }) => ({ id, name, url })),
      left_out_count: leftOutCount,
      left_out: leftOut.slice(0, listed),
      left_out_items: leftOutItems,
      warnings,
      undo_plan_id: undoId,
      needs_confirmation: action.operation.effect === 'destroy',
    }
  })
