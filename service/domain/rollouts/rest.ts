import { route } from '../../operation/address.ts'
import { createRollout } from './operations/create-rollout.ts'
import { endRollout } from './operations/end-rollout.ts'
import { getRollout } from './operations/get-rollout.ts'
import { listRolloutSteps } from './operations/list-rollout-steps.ts'
import { listRollouts } from './operations/list-rollouts.ts'
import { pauseRollout } from './operations/pause-rollout.ts'
import { resumeRollout } from './operations/resume-rollout.ts'
import { rollBackRollout } from './operations/roll-back-rollout.ts'

const names = { id: 'rollout_id' }

export const addresses = [
  route('GET /rollouts', listRollouts, { list: 'items' }),
  route('POST /rollouts', createRollout, {
    names: { include: 'site_ids_or_domains', slug: 'specific_items' },
    message: 'The rollout is planned.',
  }),
  route('GET /rollouts/{id}', getRollout, { names }),
  route('GET /rollouts/{id}/steps', listRolloutSteps, { names, list: 'items' }),
  route('POST /rollouts/{id}/pause', pauseRollout, { names, message: 'The rollout is paused.' }),
  route('POST /rollouts/{id}/resume', resumeRollout, { names, message: 'The rollout continues.' }),
  route('POST /rollouts/{id}/end', endRollout, { names, message: 'The rollout has ended.' }),
  route('POST /rollouts/{id}/roll-back', rollBackRollout, { names, message: 'The rollback has started.' }),
]
