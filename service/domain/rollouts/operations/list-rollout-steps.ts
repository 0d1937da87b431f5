import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, paged, perPage, timestamp } from '../../../operation/shapes.ts'
import { listChecks, StepEvidence, toStepEvidence } from '../../updates/index.ts'
import { StepRollback, toStepRollback } from '../rollback.ts'
import { PlannedItem, StepState } from '../rollout.ts'
import { requireRollout } from '../rollout-entry.ts'
import { listSteps } from '../step-list-store.ts'

export const listRolloutSteps = operation({
  name: 'list-rollout-steps',
  summary: 'List the sites of a rollout with their outcomes and what was checked before and after.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    rollout_id: z.int().min(1),
    wave: z.int().min(0).optional(),
    states: z.array(StepState).max(10).default([]).describe('Empty: all.'),
    page,
    per_page: perPage(50, 200),
  }),
  output: paged(
    z.object({
      position: z.int(),
      wave: z.int(),
      site_id: z.int().nullable().describe('Null when the site was deleted.'),
      site_name: z.string(),
      site_url: z.string(),
      items: z.array(PlannedItem),
      state: StepState,
      message: z.string().nullable(),
      job_id: z.string().nullable(),
      started_at: timestamp.nullable(),
      ended_at: timestamp.nullable(),
      evidence: StepEvidence.nullable().describe('Null: nothing was checked yet.'),
      can_roll_back: z.boolean().describe('A person can bring an old version back.'),
      rollback: StepRollback.nullable().describe('The last rollback by a person; null: none.'),
    }),
  ),
}).does(async ({ rollout_id, wave, states, page, per_page }, context) => {
  const { db, actor } = context
  await requireRollout(context, rollout_id)
  const filter = { wave, states: states.length === 0 ? undefined : states, limits: actor.limits }
  const { rows, total } = await listSteps(db, rollout_id, filter, { page, perPage: per_page })
  const checks = new Map(
    (
      await listChecks(
        db,
        rows.flatMap(({ run, rollback_run }) => (rollback_run === null ? [run] : [run, rollback_run])),
      )
    ).map((check) => [check.run, check]),
  )
  const items = rows.map((row) => {
    const check = checks.get(row.run)
    return {
      ...row,
      job_id: row.job_id === null ? null : String(row.job_id),
      started_at: isoTime(row.started_at),
      ended_at: isoTime(row.ended_at),
      evidence: check ? toStepEvidence(check) : null,
      rollback: toStepRollback(row, checks.get(row.rollback_run ?? '')),
    }
  })
  return { items, page, per_page, total }
})
