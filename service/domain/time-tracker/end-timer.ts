import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import { requireTask } from './describe-task.ts'
import { checkEdit } from './edit-task.ts'
import { endTimer } from './run-timer.ts'
import { moveTimer } from './timer.ts'
import type { TimerResult } from './timer-result.ts'

/** Pausing and stopping differ in the final timer state and the message. */
const messages = {
  pause: { changed: 'Timer paused.', unchanged: 'The timer was paused already.' },
  stop: { changed: 'Timer stopped.', unchanged: 'The timer was stopped already.' },
} as const

export async function planEnd(context: Context, taskId: number, move: keyof typeof messages): Promise<Plan> {
  const { title } = await requireTask(context, taskId)
  const task = await checkEdit(context, taskId, {})
  const { timer } = moveTimer(task, move)
  return { task_id: taskId, would_affect: timer === task.timer ? [] : [{ id: taskId, title, timer }] }
}

export async function endAndDescribe(
  context: Context,
  taskId: number,
  move: keyof typeof messages,
): Promise<z.input<typeof TimerResult>> {
  await requireTask(context, taskId)
  await checkEdit(context, taskId, {})
  const message = messages[move][(await endTimer(context, taskId, move)) ? 'changed' : 'unchanged']
  return { message, task: await requireTask(context, taskId), paused_task: null }
}
