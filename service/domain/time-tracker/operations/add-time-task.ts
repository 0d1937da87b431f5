import { operation } from '../../../operation/operation.ts'
import { requireTaskDetail } from '../describe-task.ts'
import { checkNew, createTask } from '../edit-task.ts'
import { TimeTaskDetail } from '../task.ts'
import { NewTask, taskAliases } from '../task-input.ts'

export const addTimeTask = operation({
  name: 'add-time-task',
  summary: 'Add a task, optionally for a client, sites and a retainer, with a duration or a timer to start later.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: NewTask,
  output: TimeTaskDetail,
  aliases: taskAliases,
})
  .plans(async (input, context) => {
    await checkNew(context, input)
    return { would_affect: [{ title: input.title.trim() }] }
  })
  .does(async (input, context) => requireTaskDetail(context, await createTask(context, input)))
