import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { findNamedClients } from '../clients/index.ts'
import { type BucketInput, toBucketColumns } from './bucket-input.ts'
import { deleteBucket, holdBucket, insertBucket, replaceClients, updateBucket } from './bucket-store.ts'
import { givesNothing } from './edit-task.ts'
import { requireClientsWithinLimits } from './limits.ts'
import { bucketNotFound, clientsUnknown } from './time-errors.ts'
import { todayOf } from './today.ts'

type Editing = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

/** Throws where clients are named that do not exist, or not for this caller. */
export async function requireClients(context: Editing, { clients }: BucketInput): Promise<void> {
  if (!clients?.length) return
  const known = new Set((await findNamedClients(context, clients)).map(({ id }) => id))
  const unknown = clients.filter((id) => !known.has(id))
  if (unknown.length > 0) throw clientsUnknown(unknown)
}

/** Answers the id of the new bucket. */
export async function createBucket(
  context: Editing,
  written: BucketInput & { title: string; hours: number },
): Promise<number> {
  const { db, actor, clock } = context
  await requireClients(context, written)
  const [now, today] = [clock.now(), todayOf(context)]
  return db.transaction().execute(async (trx) => {
    await requireClientsWithinLimits(trx, 'bucket', written.clients ?? [], actor.limits)
    const { title = '', seconds = 0, ...columns } = toBucketColumns(written, today)
    const id = await insertBucket(trx, {
      title,
      seconds,
      starts_on: today,
      ...columns,
      created_at: now,
      updated_at: now,
    })
    await replaceClients(trx, id, written.clients ?? [])
    return id
  })
}

/** Changes what is given and nothing else. Tasks that are in the bucket stay, also those of clients that it is not for any more. */
export async function editBucket(context: Editing, id: number, written: BucketInput): Promise<void> {
  const { db, clock } = context
  if (givesNothing(written)) return
  await requireClients(context, written)
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await holdWithinLimits(trx, context.actor, id, written)
    await updateBucket(trx, id, { ...toBucketColumns(written, todayOf(context)), updated_at: now })
    if (written.clients !== undefined) await replaceClients(trx, id, written.clients ?? [])
  })
}

export function removeBucket({ db, actor }: Editing, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await holdWithinLimits(trx, actor, id, {})
    await deleteBucket(trx, id)
  })
}

/** For dry runs: throws what the edit would throw. */
export async function checkBucketEdit(context: Editing, id: number, written: BucketInput): Promise<void> {
  await requireClients(context, written)
  await context.db.transaction().execute((trx) => holdWithinLimits(trx, context.actor, id, written))
}

async function holdWithinLimits(
  trx: Db,
  { limits }: Context['actor'],
  id: number,
  written: BucketInput,
): Promise<void> {
  const bucket = await holdBucket(trx, id)
  if (!bucket) throw bucketNotFound(id)
  await requireClientsWithinLimits(trx, 'bucket', bucket.clientIds, limits)
  if (written.clients !== undefined) await requireClientsWithinLimits(trx, 'bucket', written.clients ?? [], limits)
}
