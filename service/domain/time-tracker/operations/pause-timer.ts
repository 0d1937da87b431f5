import { operation } from '../../../operation/operation.ts'
import { requireTask } from '../describe-task.ts'
import { checkEdit } from '../edit-task.ts'
import { endTimer } from '../run-timer.ts'
import { moveTimer } from '../timer.ts'
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
  .plans(async ({ task_id }, context) => {
    const { title } = await requireTask(context, task_id)
    const task = await checkEdit(context, task_id, {})
    const { timer } = moveTimer(task, 'pause')
    return { task_id, would_affect: timer === task.timer ? [] : [{ id: task_id, title, timer }] }
  })
  .does(async ({ task_id }, context) => {
    await requireTask(context, task_id)
    await checkEdit(context, task_id, {})
    const changed = await endTimer(context, task_id, 'pause')
    const message = changed ? 'Timer paused.' : 'The timer was paused already.'
    return { message, task: await requireTask(context, task_id), paused_task: null }
  })
