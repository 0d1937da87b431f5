import { operation } from '../../../operation/operation.ts'
import { endAndTell, planEnd } from '../end-timer.ts'
import { TimerAnswer, timerInput } from '../timer-answer.ts'

export const pauseTimer = operation({
  name: 'pause-timer',
  summary: 'Pause the timer of a task: the time so far is kept, and starting it again goes on.',
  effect: 'change',
  idempotent: true,
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: timerInput,
  output: TimerAnswer,
})
  .plans(({ task_id }, context) => planEnd(context, task_id, 'pause'))
  .does(({ task_id }, context) => endAndTell(context, task_id, 'pause'))
