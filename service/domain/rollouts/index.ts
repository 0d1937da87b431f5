import type { Feature } from '../../operation/feature.ts'
import { pausedRollouts } from './inbox-source.ts'
import { advanceRollouts } from './operations/advance-rollouts.ts'
import { createRollout } from './operations/create-rollout.ts'
import { endRollout } from './operations/end-rollout.ts'
import { getRollout } from './operations/get-rollout.ts'
import { listRolloutSteps } from './operations/list-rollout-steps.ts'
import { listRollouts } from './operations/list-rollouts.ts'
import { pauseRollout } from './operations/pause-rollout.ts'
import { resumeRollout } from './operations/resume-rollout.ts'
import { rollBackRollout } from './operations/roll-back-rollout.ts'
import { rollBackRolloutStep } from './operations/roll-back-rollout-step.ts'
import { runRolloutStep } from './operations/run-rollout-step.ts'
import { addresses } from './rest.ts'
import { deleteOldRollouts } from './rollout-store.ts'

export const rolloutsFeature: Feature = {
  name: 'rollouts',
  tables: ['rollouts', 'rollout_waves', 'rollout_steps'],
  operations: [
    listRollouts,
    getRollout,
    listRolloutSteps,
    createRollout,
    pauseRollout,
    resumeRollout,
    endRollout,
    rollBackRollout,
    rollBackRolloutStep,
    runRolloutStep,
    advanceRollouts,
  ],
  addresses,
  inbox: [pausedRollouts],
  schedule: [{ operation: advanceRollouts, cron: '* * * * *' }],
  // The update history keeps longer what was installed.
  retention: [
    { table: 'rollouts', cascadesTo: ['rollout_waves', 'rollout_steps'], keepDays: 365, delete: deleteOldRollouts },
  ],
}

export { type ExactPlan, planExactVersions, type WantedItem } from './plan-exact-versions.ts'
export { RolloutDetail, WaveInput } from './rollout.ts'
export { readRolloutDetail } from './rollout-entry.ts'
export { sitesChanged } from './rollout-errors.ts'
export { startRollout } from './start-rollout.ts'
