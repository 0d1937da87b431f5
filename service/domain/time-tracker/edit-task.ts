import { todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isEmptyInput } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { requireTaskWithinLimits } from './limits.ts'
import { resolveTask } from './resolve-task.ts'
import { endLockedTimer } from './run-timer.ts'
import { readDuration, type TaskInput, toTaskColumns } from './task-input.ts'
import { lockReferences, resolveReferences } from './task-references.ts'
import {
  deleteTask,
  insertTask,
  type LockedTask,
  listTaskSites,
  lockTasks,
  replaceEntries,
  replaceSites,
  updateTask,
} from './task-store.ts'
import { durationWhileRunning, taskNotFound } from './time-errors.ts'
import { isClosed } from './timer.ts'

type EditContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

/** Returns the id of the new task. */
export async function createTask(context: EditContext, input: TaskInput & { title: string }): Promise<number> {
  const { db, actor, clock } = context
  const references = await resolveReferences(context, input)
  const [now, today] = [clock.now(), todayOf(context)]
  return db.transaction().execute(async (trx) => {
    await lockReferences(trx, references)
    const { clientId, siteIds, bucketId, timerMode } = await resolveTask(trx, actor, {
      before: null,
      input,
      references,
    })
    const id = await insertTask(trx, {
      date: today,
      ...toTaskColumns(input, today),
      title: input.title.trim(),
      client_id: clientId,
      bucket_id: bucketId,
      timer_mode: timerMode,
      created_by: actor.name,
      created_at: now,
      updated_at: now,
    })
    await replaceSites(trx, id, siteIds)
    await writeDuration(trx, id, input, actor, now)
    return id
  })
}

/** Changes only the given fields. Edits of one task are serialized, so the last writer of each field wins. */
export async function editTask(context: EditContext, id: number, input: TaskInput): Promise<void> {
  const { db, actor, clock } = context
  if (isEmptyInput(input)) return
  const references = await resolveReferences(context, input)
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockReferences(trx, references)
    const before = await lockTask(trx, id)
    const resolved = await resolveTask(trx, actor, { before, input, references })
    const columns = toTaskColumns(input, todayOf(context))
    rejectWhileRunning(before.task, input)
    if (before.task.timer === 'running' && columns.task_status && isClosed(columns.task_status))
      await endLockedTimer(trx, before.task, { timer: 'stopped', task_status: columns.task_status }, now)
    await updateTask(trx, id, {
      ...columns,
      client_id: resolved.clientId,
      bucket_id: resolved.bucketId,
      timer_mode: resolved.timerMode,
      updated_at: now,
    })
    if (references.siteIds) await replaceSites(trx, id, resolved.siteIds)
    await writeDuration(trx, id, input, actor, now)
  })
}

/** For dry runs: throws the errors of adding it. */
export async function checkNew(context: EditContext, input: TaskInput): Promise<void> {
  const references = await resolveReferences(context, input)
  await context.db.transaction().execute(async (trx) => {
    await lockReferences(trx, references)
    await resolveTask(trx, context.actor, { before: null, input, references })
  })
}

/** For dry runs: throws the errors of the edit. */
export async function checkEdit(context: EditContext, id: number, input: TaskInput): Promise<LockedTask> {
  const references = await resolveReferences(context, input)
  return context.db.transaction().execute(async (trx) => {
    await lockReferences(trx, references)
    const before = await lockTask(trx, id)
    await resolveTask(trx, context.actor, { before, input, references })
    rejectWhileRunning(before.task, input)
    return before.task
  })
}

export function removeTask({ db, actor }: EditContext, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { task, siteIds } = await lockTask(trx, id)
    await requireTaskWithinLimits(trx, { siteIds, clientId: task.client_id }, actor.limits)
    await deleteTask(trx, id)
  })
}

async function lockTask(trx: Db, id: number) {
  const [task] = await lockTasks(trx, [id])
  if (!task) throw taskNotFound(id)
  return { task, siteIds: await listTaskSites(trx, id) }
}

/** A duration would replace the time of the running timer, which is not intended. */
function rejectWhileRunning({ id, timer }: LockedTask, { duration }: TaskInput): void {
  if (duration !== undefined && timer === 'running') throw durationWhileRunning(id)
}

async function writeDuration(trx: Db, id: number, { duration }: TaskInput, actor: Context['actor'], now: Date) {
  if (duration === undefined) return
  const milliseconds = (duration === null ? 0 : present(readDuration(duration), 'a checked duration')) * 1000
  await replaceEntries(trx, { task_id: id, milliseconds, user_id: actor.userId, user_name: actor.name, now })
}
