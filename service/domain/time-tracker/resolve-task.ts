import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { listBucketClients } from './bucket-store.ts'
import { requireTaskWithinLimits } from './limits.ts'
import { seesBucket } from './limits-store.ts'
import { findSettings } from './settings-store.ts'
import type { TaskInput } from './task-input.ts'
import type { References } from './task-references.ts'
import type { LockedTask } from './task-store.ts'
import { bucketOfOthers, bucketUnknown, countDownNeedsBucket } from './time-errors.ts'
import { combine, type TimeSettings } from './time-settings.ts'

type TimerMode = TimeSettings['default_timer_mode']

/** References and mode of a task after merging input and stored values. */
export interface ResolvedTask {
  clientId: number | null
  siteIds: number[]
  bucketId: number | null
  timerMode: TimerMode
}

interface Before {
  task: Pick<LockedTask, 'client_id' | 'bucket_id' | 'timer_mode'>
  siteIds: number[]
}

/** Merges stored values and input; throws when they contradict each other. */
export async function resolveTask(
  db: Db,
  { limits }: Pick<Context['actor'], 'limits'>,
  { before, input, references }: { before: Before | null; input: TaskInput; references: References },
): Promise<ResolvedTask> {
  const clientId = given(references.clientId, before?.task.client_id ?? null)
  const bucketId = given(references.bucketId, before?.task.bucket_id ?? null)
  const siteIds = references.siteIds ?? before?.siteIds ?? []
  // First, so that a bucket outside the limits is reported like a missing one.
  if (references.bucketId && limits && !(await seesBucket(db, references.bucketId, limits)))
    throw bucketUnknown(references.bucketId)
  if (before) {
    const concerned = { siteIds: before.siteIds, clientId: before.task.client_id }
    await requireTaskWithinLimits(db, concerned, limits)
  }
  await requireTaskWithinLimits(db, { siteIds, clientId }, limits)
  // A bucket that was later assigned to other clients keeps its tasks.
  const isNewPair = references.bucketId !== undefined || references.clientId !== undefined
  if (bucketId !== null && isNewPair) await requireBucketFor(db, bucketId, clientId)
  return { clientId, siteIds, bucketId, timerMode: await resolveMode(db, { before, input, clientId, bucketId }) }
}

async function requireBucketFor(db: Db, bucketId: number, clientId: number | null): Promise<void> {
  const clients = await listBucketClients(db, bucketId)
  const isForAll = clients.length === 0
  if (!isForAll && (clientId === null || !clients.includes(clientId))) throw bucketOfOthers(bucketId)
}

const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

interface ModeInput {
  before: Before | null
  input: TaskInput
  clientId: number | null
  bucketId: number | null
}

async function resolveMode(
  db: Db,
  { before, input: { timer_mode }, clientId, bucketId }: ModeInput,
): Promise<TimerMode> {
  const requested = timer_mode === undefined ? before?.task.timer_mode : timer_mode || undefined
  if (requested === 'count_down' && bucketId === null) throw countDownNeedsBucket()
  if (requested) return requested
  const own = clientId === null ? undefined : await findSettings(db, clientId)
  const { default_timer_mode } = combine(await findSettings(db, null), own)
  return bucketId === null ? 'count_up' : default_timer_mode
}
