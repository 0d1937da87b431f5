import { z } from 'zod'
import { TaskId, TimeTask } from './task.ts'

export const timerInput = z.strictObject({ task_id: TaskId })

/** The output of start, pause and stop: the task and a message. */
export const TimerResult = z.object({
  message: z.string(),
  task: TimeTask,
  paused_task: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .describe('The task whose timer was paused for the same user.'),
})
export type TimerResult = z.output<typeof TimerResult>
