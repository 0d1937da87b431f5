import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { seesTask } from './limits-store.ts'
import { type HeldTask, holdTasks, updateTask } from './task-store.ts'
import { otherTimerRuns, taskNotFound, timerTaken } from './time-errors.ts'
import { elapsedSince, moveTimer, type TimerMove } from './timer.ts'
import { closeEntry, holdPerson, type OpenEntry, openEntriesOf, openEntry, taskRunningFor } from './timer-store.ts'

type Timing = Pick<Context, 'db' | 'clock' | 'actor'>

export interface Started {
  alreadyRunning: boolean
  /** The same person's timer that was running until now. */
  paused: { id: number; title: string } | null
}

/** Starts the timer of a task for the caller, whose other timer pauses: one person does one thing at a time. */
export function startTimer({ db, clock, actor }: Timing, taskId: number): Promise<Started> {
  const { userId } = actor
  return db.transaction().execute(async (trx) => {
    if (userId !== null) await holdPerson(trx, userId)
    const runningId = userId === null ? null : await taskRunningFor(trx, userId)
    const tasks = await holdTasks(trx, runningId === null ? [taskId] : [taskId, runningId])
    const task = tasks.find(({ id }) => id === taskId)
    if (!task) throw taskNotFound(taskId)
    // Only now, when nobody else can open or close any of them.
    const entries = await openEntriesOf(
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
    await openEntry(trx, { taskId, userId, userName: actor.name, now })
    await updateTask(trx, taskId, { ...next, updated_at: now })
    return { alreadyRunning: false, paused }
  })
}

async function pauseOther(trx: Db, tasks: HeldTask[], entry: OpenEntry, actor: Context['actor'], now: Date) {
  if (actor.limits && !(await seesTask(trx, entry.task_id, actor.limits))) throw otherTimerRuns()
  const task = tasks.find(({ id }) => id === entry.task_id)!
  await closeEntry(trx, entry, elapsedSince(entry.started_at, now))
  await updateTask(trx, task.id, { ...moveTimer(task, 'pause'), updated_at: now })
  return { id: task.id, title: task.title }
}

/** Pauses or stops the timer of a task, whoever started it. Answers whether anything changed. */
export function endTimer({ db, clock }: Timing, taskId: number, move: Exclude<TimerMove, 'start'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [task] = await holdTasks(trx, [taskId])
    if (!task) throw taskNotFound(taskId)
    const next = moveTimer(task, move)
    if (next.timer === task.timer) return false
    await endHeldTimer(trx, task, next, clock.now())
    return true
  })
}

/** For a task that is held: closes what is open. */
export async function endHeldTimer(
  trx: Db,
  task: HeldTask,
  next: Pick<HeldTask, 'timer' | 'task_status'>,
  now: Date,
): Promise<void> {
  const [entry] = await openEntriesOf(trx, [task.id])
  if (entry) await closeEntry(trx, entry, elapsedSince(entry.started_at, now))
  await updateTask(trx, task.id, { ...next, updated_at: now })
}
