import { operation } from '../../../operation/operation.ts'
import { endAndTell, planEnd } from '../end-timer.ts'
import { TimerAnswer, timerInput } from '../timer-answer.ts'

export const stopTimer = operation({
  name: 'stop-timer',
  summary: 'Stop the timer of a task: the current stretch of time is closed.',
  effect: 'change',
  idempotent: true,
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: timerInput,
  output: TimerAnswer,
})
  .plans(({ task_id }, context) => planEnd(context, task_id, 'stop'))
  .does(({ task_id }, context) => endAndTell(context, task_id, 'stop'))
