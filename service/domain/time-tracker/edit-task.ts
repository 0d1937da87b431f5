import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireTaskWithinLimits } from './limits.ts'
import { endHeldTimer } from './run-timer.ts'
import { settleTask } from './settle-task.ts'
import { readDuration, type TaskInput, toColumns } from './task-input.ts'
import { holdReferences, resolveReferences } from './task-references.ts'
import {
  deleteTask,
  type HeldTask,
  holdTasks,
  insertTask,
  replaceEntries,
  replaceSites,
  sitesOfTask,
  updateTask,
} from './task-store.ts'
import { durationWhileRunning, taskNotFound } from './time-errors.ts'
import { isClosed } from './timer.ts'
import { todayOf } from './today.ts'

type Editing = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

/** Answers the id of the new task. */
export async function createTask(context: Editing, written: TaskInput & { title: string }): Promise<number> {
  const { db, actor, clock } = context
  const references = await resolveReferences(context, written)
  const [now, today] = [clock.now(), todayOf(context)]
  return db.transaction().execute(async (trx) => {
    await holdReferences(trx, references)
    const { clientId, siteIds, bucketId, timerMode } = await settleTask(trx, actor, {
      before: null,
      written,
      references,
    })
    const id = await insertTask(trx, {
      date: today,
      ...toColumns(written, today),
      title: written.title.trim(),
      client_id: clientId,
      bucket_id: bucketId,
      timer_mode: timerMode,
      created_by: actor.name,
      created_at: now,
      updated_at: now,
    })
    await replaceSites(trx, id, siteIds)
    await writeDuration(trx, id, written, actor, now)
    return id
  })
}

/** Changes what is given and nothing else. Edits of one task take turns, so the last writer of a field wins, per field. */
export async function editTask(context: Editing, id: number, written: TaskInput): Promise<void> {
  const { db, actor, clock } = context
  if (givesNothing(written)) return
  const references = await resolveReferences(context, written)
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await holdReferences(trx, references)
    const before = await holdTask(trx, id)
    const settled = await settleTask(trx, actor, { before, written, references })
    const columns = toColumns(written, todayOf(context))
    refuseWhileRunning(before.task, written)
    if (before.task.timer === 'running' && columns.task_status && isClosed(columns.task_status))
      await endHeldTimer(trx, before.task, { timer: 'stopped', task_status: columns.task_status }, now)
    await updateTask(trx, id, {
      ...columns,
      client_id: settled.clientId,
      bucket_id: settled.bucketId,
      timer_mode: settled.timerMode,
      updated_at: now,
    })
    if (references.siteIds) await replaceSites(trx, id, settled.siteIds)
    await writeDuration(trx, id, written, actor, now)
  })
}

/** For dry runs: throws what adding it would throw. */
export async function checkNew(context: Editing, written: TaskInput): Promise<void> {
  const references = await resolveReferences(context, written)
  await context.db.transaction().execute(async (trx) => {
    await holdReferences(trx, references)
    await settleTask(trx, context.actor, { before: null, written, references })
  })
}

/** For dry runs: throws what the edit would throw. */
export async function checkEdit(context: Editing, id: number, written: TaskInput): Promise<HeldTask> {
  const references = await resolveReferences(context, written)
  return context.db.transaction().execute(async (trx) => {
    await holdReferences(trx, references)
    const before = await holdTask(trx, id)
    await settleTask(trx, context.actor, { before, written, references })
    refuseWhileRunning(before.task, written)
    return before.task
  })
}

export function removeTask({ db, actor }: Editing, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { task, siteIds } = await holdTask(trx, id)
    await requireTaskWithinLimits(trx, { siteIds, clientId: task.client_id }, actor.limits)
    await deleteTask(trx, id)
  })
}

export const givesNothing = (written: object) => Object.values(written).every((value) => value === undefined)

async function holdTask(trx: Db, id: number) {
  const [task] = await holdTasks(trx, [id])
  if (!task) throw taskNotFound(id)
  return { task, siteIds: await sitesOfTask(trx, id) }
}

/** A timer that stops with the same edit would have to be counted and thrown away: then the time is not meant. */
function refuseWhileRunning({ id, timer }: HeldTask, { duration }: TaskInput): void {
  if (duration !== undefined && timer === 'running') throw durationWhileRunning(id)
}

async function writeDuration(trx: Db, id: number, { duration }: TaskInput, actor: Context['actor'], now: Date) {
  if (duration === undefined) return
  const milliseconds = (duration === null ? 0 : readDuration(duration)!) * 1000
  await replaceEntries(trx, { task_id: id, milliseconds, user_id: actor.userId, user_name: actor.name, now })
}
