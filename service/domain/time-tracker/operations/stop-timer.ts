import { operation } from '../../../operation/operation.ts'
import { requireTask } from '../describe-task.ts'
import { checkEdit } from '../edit-task.ts'
import { endTimer } from '../run-timer.ts'
import { moveTimer } from '../timer.ts'
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
  .plans(async ({ task_id }, context) => {
    const { title } = await requireTask(context, task_id)
    const task = await checkEdit(context, task_id, {})
    const { timer } = moveTimer(task, 'stop')
    return { task_id, would_affect: timer === task.timer ? [] : [{ id: task_id, title, timer }] }
  })
  .does(async ({ task_id }, context) => {
    await requireTask(context, task_id)
    await checkEdit(context, task_id, {})
    const changed = await endTimer(context, task_id, 'stop')
    const message = changed ? 'Timer stopped.' : 'The timer was stopped already.'
    return { message, task: await requireTask(context, task_id), paused_task: null }
  })
