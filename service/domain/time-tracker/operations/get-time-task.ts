import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireTaskDetail } from '../describe-task.ts'
import { TaskId, TimeTaskDetail } from '../task.ts'

export const getTimeTask = operation({
  name: 'get-time-task',
  summary: 'Read a task with all its time entries.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ task_id: TaskId }),
  output: TimeTaskDetail,
}).does(({ task_id }, context) => requireTaskDetail(context, task_id))
