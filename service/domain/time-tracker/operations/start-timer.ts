import { operation } from '../../../operation/operation.ts'
import { requireTask } from '../describe-task.ts'
import { checkEdit } from '../edit-task.ts'
import { startTaskTimer } from '../run-timer.ts'
import { moveTimer } from '../timer.ts'
import { TimerResult, timerInput } from '../timer-result.ts'

export const startTimer = operation({
  name: 'start-timer',
  summary: 'Start the timer of a task for yourself; your timer on another task is paused.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: timerInput,
  output: TimerResult,
})
  .plans(async ({ task_id }, context) => {
    const { title } = await requireTask(context, task_id)
    const { timer } = moveTimer(await checkEdit(context, task_id, {}), 'start')
    return { task_id, would_affect: [{ id: task_id, title, timer }] }
  })
  .does(async ({ task_id }, context) => {
    await requireTask(context, task_id)
    await checkEdit(context, task_id, {})
    const { alreadyRunning, paused } = await startTaskTimer(context, task_id)
    const task = await requireTask(context, task_id)
    const sentences = [
      alreadyRunning ? 'The timer was running already.' : 'Timer started.',
      ...(paused ? [`The timer of task ${paused.id} (${paused.title}) was paused.`] : []),
      ...(task.timer_mode === 'count_down' && (task.bucket_remaining ?? 0) <= 0
        ? ['There is no time left in the bucket.']
        : []),
    ]
    return { message: sentences.join(' '), task, paused_task: paused }
  })
