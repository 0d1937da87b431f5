import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { requirePersonOrSystem } from '../../../operation/require-person-or-system.ts'
import { Slugs } from '../../updates/index.ts'
import { planRollback } from '../plan-rollback.ts'
import { RolloutDetail } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'
import { requireRollbackRollout, startRollback } from '../start-rollback.ts'
import { rollBackRolloutStep } from './roll-back-rollout-step.ts'

const input = z.strictObject({
  rollout_id: z.int().min(1),
  wave: z.int().min(0).optional().describe('Only this wave.'),
  position: z.int().min(0).optional().describe('Only this step.'),
  confirm_sources: Slugs.default([]).describe(
    'Items that come from the public directory, although this is not known. Not with an API key.',
  ),
  allow_vulnerable: Slugs.default([]).describe(
    'Items whose old version is installed although it has a known vulnerability. Not with an API key.',
  ),
})

const onlyPersons =
  'Only a person with a session of the dashboard can confirm sources or allow versions with a known vulnerability. Leave out confirm_sources and allow_vulnerable.'

export const rollBackRollout = operation({
  name: 'roll-back-rollout',
  summary:
    'Restore the old versions on one site, one wave or all sites of a rollout. Changes of the database are not undone; WordPress itself cannot be rolled back.',
  effect: 'destroy',
  permission: 'updates.manage',
  stepUp: true,
  input,
  output: RolloutDetail.extend({ job_id: z.string(), sites: z.int().describe('Sites that are rolled back.') }),
})
  .plans(async (given, context) => {
    const selection = selectionOf(given)
    await requireRollbackRollout(context, selection)
    return planRollback(context, selection, given.allow_vulnerable)
  })
  .does(async (given, context) => {
    const { confirm_sources, allow_vulnerable } = given
    if (confirm_sources.length + allow_vulnerable.length > 0) requirePersonOrSystem(context.actor, onlyPersons)
    const withStep = { ...context, step: rollBackRolloutStep }
    const { jobId, sites } = await startRollback(withStep, selectionOf(given), { confirm_sources, allow_vulnerable })
    return { ...(await readRolloutDetail(context, given.rollout_id)), job_id: String(jobId), sites }
  })

function selectionOf({ rollout_id: rolloutId, wave, position }: z.output<typeof input>) {
  if (wave !== undefined && position !== undefined)
    throw invalidInput({ position: 'cannot be sent together with wave' })
  return { rolloutId, wave, position }
}
