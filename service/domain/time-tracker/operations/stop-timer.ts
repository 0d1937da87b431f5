import { operation } from '../../../operation/operation.ts'
import { endAndDescribe, planEnd } from '../end-timer.ts'
import { TimerResult, timerInput } from '../timer-result.ts'

export const stopTimer = operation({
  name: 'stop-timer',
  summary: 'Stop the timer of a task: its current time entry is closed.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: timerInput,
  output: TimerResult,
})
  .plans(({ task_id }, context) => planEnd(context, task_id, 'stop'))
  .does(({ task_id }, context) => endAndDescribe(context, task_id, 'stop'))
