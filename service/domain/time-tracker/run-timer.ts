import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { seesTask } from './limits-store.ts'
import { type LockedTask, lockTasks, updateTask } from './task-store.ts'
import { otherTimerRuns, taskNotFound, timerTaken } from './time-errors.ts'
import { elapsedSince, moveTimer, type TimerMove } from './timer.ts'
import {
  closeEntry,
  findRunningTask,
  insertOpenEntry,
  listOpenEntries,
  lockPerson,
  type OpenEntry,
} from './timer-store.ts'

type TimerContext = Pick<Context, 'db' | 'clock' | 'actor'>

export interface Started {
  alreadyRunning: boolean
  /** The user's other timer, which was running until now. */
  paused: { id: number; title: string } | null
}

/** Starts the timer of a task for the caller and pauses the caller's other timer. */
export function startTaskTimer({ db, clock, actor }: TimerContext, taskId: number): Promise<Started> {
  const { userId } = actor
  return db.transaction().execute(async (trx) => {
    if (userId !== null) await lockPerson(trx, userId)
    const runningId = userId === null ? null : await findRunningTask(trx, userId)
    const tasks = await lockTasks(trx, runningId === null ? [taskId] : [taskId, runningId])
    const task = tasks.find(({ id }) => id === taskId)
    if (!task) throw taskNotFound(taskId)
    // Read after locking, when no other transaction can open or close entries.
    const entries = await listOpenEntries(
      trx,
      tasks.map(({ id }) => id),
    )
    const own = entries.find(({ task_id }) => task_id === taskId)
    if (own && (own.user_id !== userId || userId === null)) throw timerTaken(taskId, own.user_name)
    const next = moveTimer(task, 'start')
    if (own) return { alreadyRunning: true, paused: null }
    const now = clock.now()
    const other = entries.find(({ user_id, task_id }) => user_id === userId && task_id !== taskId)
    const paused = other ? await pauseOther(trx, tasks, other, actor, now) : null
    await insertOpenEntry(trx, { taskId, userId, userName: actor.name, now })
    await updateTask(trx, taskId, { ...next, updated_at: now })
    return { alreadyRunning: false, paused }
  })
}

async function pauseOther(trx: Db, tasks: LockedTask[], entry: OpenEntry, actor: Context['actor'], now: Date) {
  if (actor.limits && !(await seesTask(trx, entry.task_id, actor.limits))) throw otherTimerRuns()
  const task = present(
    tasks.find(({ id }) => id === entry.task_id),
    'the locked task of the open entry',
  )
  await closeEntry(trx, entry, elapsedSince(entry.started_at, now))
  await updateTask(trx, task.id, { ...moveTimer(task, 'pause'), updated_at: now })
  return { id: task.id, title: task.title }
}

/** Pauses or stops the timer of a task, started by any user. Returns whether anything changed. */
export function endTimer(
  { db, clock }: TimerContext,
  taskId: number,
  move: Exclude<TimerMove, 'start'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [task] = await lockTasks(trx, [taskId])
    if (!task) throw taskNotFound(taskId)
    const next = moveTimer(task, move)
    if (next.timer === task.timer) return false
    await endLockedTimer(trx, task, next, clock.now())
    return true
  })
}

/** Closes the open entry of a locked task. */
export async function endLockedTimer(
  trx: Db,
  task: LockedTask,
  next: Pick<LockedTask, 'timer' | 'task_status'>,
  now: Date,
): Promise<void> {
  const [entry] = await listOpenEntries(trx, [task.id])
  if (entry) await closeEntry(trx, entry, elapsedSince(entry.started_at, now))
  await updateTask(trx, task.id, { ...next, updated_at: now })
}
