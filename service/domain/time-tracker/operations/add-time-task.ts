import { operation } from '../../../operation/operation.ts'
import { requireTaskDetail } from '../describe-task.ts'
import { checkNew, createTask } from '../edit-task.ts'
import { TimeTaskDetail } from '../task.ts'
import { NewTask, taskAliases } from '../task-input.ts'

export const addTimeTask = operation({
  name: 'add-time-task',
  summary: 'Add a task: for a client, sites and a bucket where it has them, with a duration or a timer to start later.',
  effect: 'change',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: NewTask,
  output: TimeTaskDetail,
  aliases: taskAliases,
})
  .plans(async (written, context) => {
    await checkNew(context, written)
    return { would_affect: [{ title: written.title.trim() }] }
  })
  .does(async (written, context) => requireTaskDetail(context, await createTask(context, written)))
