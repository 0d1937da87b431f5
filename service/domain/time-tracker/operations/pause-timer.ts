import { operation } from '../../../operation/operation.ts'
import { endAndDescribe, planEnd } from '../end-timer.ts'
import { TimerResult, timerInput } from '../timer-result.ts'

export const pauseTimer = operation({
  name: 'pause-timer',
  summary: 'Pause the timer of a task: the recorded time stays, and starting it again continues.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: timerInput,
  output: TimerResult,
})
  .plans(({ task_id }, context) => planEnd(context, task_id, 'pause'))
  .does(({ task_id }, context) => endAndDescribe(context, task_id, 'pause'))
