import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isEmptyInput } from '../../../operation/shapes.ts'
import { requireTask, requireTaskDetail } from '../describe-task.ts'
import { checkEdit, editTask } from '../edit-task.ts'
import { TaskId, TimeTaskDetail } from '../task.ts'
import { TaskInput, taskAliases } from '../task-input.ts'
import { isClosed } from '../timer.ts'

export const updateTimeTask = operation({
  name: 'update-time-task',
  summary: 'Change a task: omitted fields stay, null or "" clears. Closing a task stops its timer.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: z.strictObject({ task_id: TaskId, ...TaskInput.shape }),
  output: TimeTaskDetail,
  aliases: taskAliases,
})
  .plans(async ({ task_id, ...input }, context) => {
    const { title, timer } = await requireTask(context, task_id)
    await checkEdit(context, task_id, input)
    const stops = timer === 'running' && !!input.task_status && isClosed(input.task_status)
    return {
      task_id,
      would_affect: isEmptyInput(input) ? [] : [{ id: task_id, title }],
      warnings: stops ? ['The timer would stop.'] : [],
    }
  })
  .does(async ({ task_id, ...input }, context) => {
    await requireTask(context, task_id)
    await editTask(context, task_id, input)
    return requireTaskDetail(context, task_id)
  })
