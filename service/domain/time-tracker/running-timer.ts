import type { Context } from '../../operation/context.ts'
import { TimeTask } from './task.ts'
import { everyTask, listTasks } from './task-list-store.ts'
import { findRunningTask } from './timer-store.ts'

export const RunningTimer = TimeTask.pick({ id: true, title: true, client_name: true, duration: true })

/** The caller's running timer; null when there is none or the task is hidden. */
export async function runningTimer({ db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>) {
  const taskId = actor.userId === null ? null : await findRunningTask(db, actor.userId)
  if (taskId === null) return null
  const filter = { ...everyTask(actor.limits), include: [taskId] }
  const [task] = await listTasks(db, filter, { page: 1, perPage: 1, orderBy: 'id', order: 'asc' }, clock.now())
  return task ? { id: task.id, title: task.title, client_name: task.client_name, duration: task.seconds } : null
}
