import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientsOfBucket } from './bucket-store.ts'
import { requireTaskWithinLimits } from './limits.ts'
import { seesBucket } from './limits-store.ts'
import { findSettings } from './settings-store.ts'
import type { TaskInput } from './task-input.ts'
import type { References } from './task-references.ts'
import type { HeldTask } from './task-store.ts'
import { bucketOfOthers, bucketUnknown, countsDownFromNothing } from './time-errors.ts'
import { combine, type TimeSettings } from './time-settings.ts'

type TimerMode = TimeSettings['default_timer_mode']

/** What a task is for and how it counts, once everything that was written has been taken together. */
export interface SettledTask {
  clientId: number | null
  siteIds: number[]
  bucketId: number | null
  timerMode: TimerMode
}

interface Before {
  task: Pick<HeldTask, 'client_id' | 'bucket_id' | 'timer_mode'>
  siteIds: number[]
}

/** Takes together what was and what is written, and throws where it does not fit. */
export async function settleTask(
  db: Db,
  { limits }: Pick<Context['actor'], 'limits'>,
  { before, written, references }: { before: Before | null; written: TaskInput; references: References },
): Promise<SettledTask> {
  const clientId = given(references.clientId, before?.task.client_id ?? null)
  const bucketId = given(references.bucketId, before?.task.bucket_id ?? null)
  const siteIds = references.siteIds ?? before?.siteIds ?? []
  // First, so that a bucket beyond the limits is answered like one that does not exist.
  if (references.bucketId && limits && !(await seesBucket(db, references.bucketId, limits)))
    throw bucketUnknown(references.bucketId)
  if (before) {
    const concerned = { siteIds: before.siteIds, clientId: before.task.client_id }
    await requireTaskWithinLimits(db, concerned, limits)
  }
  await requireTaskWithinLimits(db, { siteIds, clientId }, limits)
  // A bucket that was given to others later keeps the tasks that it has.
  const isNewPair = references.bucketId !== undefined || references.clientId !== undefined
  if (bucketId !== null && isNewPair) await requireBucketFor(db, bucketId, clientId)
  return { clientId, siteIds, bucketId, timerMode: await settleMode(db, { before, written, clientId, bucketId }) }
}

async function requireBucketFor(db: Db, bucketId: number, clientId: number | null): Promise<void> {
  const clients = await clientsOfBucket(db, bucketId)
  const isForAll = clients.length === 0
  if (!isForAll && (clientId === null || !clients.includes(clientId))) throw bucketOfOthers(bucketId)
}

const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

interface ModeQuestion {
  before: Before | null
  written: TaskInput
  clientId: number | null
  bucketId: number | null
}

async function settleMode(
  db: Db,
  { before, written: { timer_mode }, clientId, bucketId }: ModeQuestion,
): Promise<TimerMode> {
  const wanted =
    timer_mode === undefined ? before?.task.timer_mode : ((timer_mode || undefined) as TimerMode | undefined)
  if (wanted === 'count_down' && bucketId === null) throw countsDownFromNothing()
  if (wanted) return wanted
  const own = clientId === null ? undefined : await findSettings(db, clientId)
  const { default_timer_mode } = combine(await findSettings(db, null), own)
  return bucketId === null ? 'count_up' : default_timer_mode
}
