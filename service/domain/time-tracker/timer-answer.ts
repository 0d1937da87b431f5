import { z } from 'zod'
import { TaskId, TimeTask } from './task.ts'

export const timerInput = z.strictObject({ task_id: TaskId })

/** What starting, pausing and stopping answer: the task as it is now, and a sentence about what happened. */
export const TimerAnswer = z.object({
  message: z.string(),
  task: TimeTask,
  paused_task: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .describe('The task whose timer was running for the same person until now.'),
})
export type TimerAnswer = z.output<typeof TimerAnswer>
