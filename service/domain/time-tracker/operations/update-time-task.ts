import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireTask, requireTaskDetail } from '../describe-task.ts'
import { checkEdit, editTask, givesNothing } from '../edit-task.ts'
import { TaskId, TimeTaskDetail } from '../task.ts'
import { TaskInput, taskAliases } from '../task-input.ts'
import { isClosed, type TaskStatus } from '../timer.ts'

export const updateTimeTask = operation({
  name: 'update-time-task',
  summary:
    'Change a task: what is left out stays, null or "" clears. A timer that still runs stops when the task is closed.',
  effect: 'change',
  idempotent: true,
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: z.strictObject({ task_id: TaskId, ...TaskInput.shape }),
  output: TimeTaskDetail,
  aliases: taskAliases,
})
  .plans(async ({ task_id, ...written }, context) => {
    const { title, timer } = await requireTask(context, task_id)
    await checkEdit(context, task_id, written)
    const stops = timer === 'running' && !!written.task_status && isClosed(written.task_status as TaskStatus)
    return {
      task_id,
      would_affect: givesNothing(written) ? [] : [{ id: task_id, title }],
      warnings: stops ? ['The timer would stop.'] : [],
    }
  })
  .does(async ({ task_id, ...written }, context) => {
    await requireTask(context, task_id)
    await editTask(context, task_id, written)
    return requireTaskDetail(context, task_id)
  })
