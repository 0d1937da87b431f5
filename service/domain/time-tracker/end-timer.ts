import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import { requireTask } from './describe-task.ts'
import { checkEdit } from './edit-task.ts'
import { endTimer } from './run-timer.ts'
import { moveTimer } from './timer.ts'
import type { TimerAnswer } from './timer-answer.ts'

/** Pausing and stopping differ in what the timer is afterwards, and in what is said about it. */
const said = {
  pause: { changed: 'Timer paused.', unchanged: 'The timer was paused already.' },
  stop: { changed: 'Timer stopped.', unchanged: 'The timer was stopped already.' },
} as const

export async function planEnd(context: Context, taskId: number, move: keyof typeof said): Promise<Plan> {
  const { title } = await requireTask(context, taskId)
  const task = await checkEdit(context, taskId, {})
  const { timer } = moveTimer(task, move)
  return { task_id: taskId, would_affect: timer === task.timer ? [] : [{ id: taskId, title, timer }] }
}

export async function endAndTell(
  context: Context,
  taskId: number,
  move: keyof typeof said,
): Promise<z.input<typeof TimerAnswer>> {
  await requireTask(context, taskId)
  await checkEdit(context, taskId, {})
  const message = said[move][(await endTimer(context, taskId, move)) ? 'changed' : 'unchanged']
  return { message, task: await requireTask(context, taskId), paused_task: null }
}
