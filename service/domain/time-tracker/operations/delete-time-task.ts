import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireTask } from '../describe-task.ts'
import { checkEdit, removeTask } from '../edit-task.ts'
import { TaskId } from '../task.ts'

export const deleteTimeTask = operation({
  name: 'delete-time-task',
  summary: 'Delete a task with all its recorded time.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  stepUp: true,
  requires: 'time-tracker',
  input: z.strictObject({ task_id: TaskId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), title: z.string() }),
})
  .plans(async ({ task_id }, context) => {
    const { title, duration_text, timer } = await requireTask(context, task_id)
    await checkEdit(context, task_id, {})
    const warnings = [
      ...(duration_text === '0:00:00' ? [] : [`${duration_text} of recorded time would be lost.`]),
      ...(timer === 'running' ? ['Its timer is running.'] : []),
    ]
    return { task_id, would_affect: [{ id: task_id, title }], warnings }
  })
  .does(async ({ task_id }, context) => {
    const { title } = await requireTask(context, task_id)
    await removeTask(context, task_id)
    return { deleted: true, id: task_id, title }
  })
