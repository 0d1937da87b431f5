import { todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isEmptyInput } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { findNamedClients } from '../clients/index.ts'
import { type BucketInput, toBucketColumns } from './bucket-input.ts'
import { deleteBucket, insertBucket, lockBucket, replaceClients, updateBucket } from './bucket-store.ts'
import { requireClientsWithinLimits } from './limits.ts'
import { bucketNotFound, clientsUnknown } from './time-errors.ts'

type EditContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

/** Throws when a client does not exist or the caller may not see it. */
export async function requireClients(context: EditContext, { clients }: BucketInput): Promise<void> {
  if (!clients?.length) return
  const known = new Set((await findNamedClients(context, clients)).map(({ id }) => id))
  const unknown = clients.filter((id) => !known.has(id))
  if (unknown.length > 0) throw clientsUnknown(unknown)
}

/** Returns the id of the new bucket. */
export async function createBucket(
  context: EditContext,
  input: BucketInput & { title: string; hours: number },
): Promise<number> {
  const { db, actor, clock } = context
  await requireClients(context, input)
  const [now, today] = [clock.now(), todayOf(context)]
  return db.transaction().execute(async (trx) => {
    await requireClientsWithinLimits(trx, 'bucket', input.clients ?? [], actor.limits)
    const { title = '', seconds = 0, ...columns } = toBucketColumns(input, today)
    const id = await insertBucket(trx, {
      title,
      seconds,
      starts_on: today,
      ...columns,
      created_at: now,
      updated_at: now,
    })
    await replaceClients(trx, id, input.clients ?? [])
    return id
  })
}

/** Changes only the given fields. Tasks in the bucket stay, also those of clients that it no longer covers. */
export async function editBucket(context: EditContext, id: number, input: BucketInput): Promise<void> {
  const { db, clock } = context
  if (isEmptyInput(input)) return
  await requireClients(context, input)
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockWithinLimits(trx, context.actor, id, input)
    await updateBucket(trx, id, { ...toBucketColumns(input, todayOf(context)), updated_at: now })
    if (input.clients !== undefined) await replaceClients(trx, id, input.clients ?? [])
  })
}

export function removeBucket({ db, actor }: EditContext, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockWithinLimits(trx, actor, id, {})
    await deleteBucket(trx, id)
  })
}

/** For dry runs: throws the errors of the edit. */
export async function checkBucketEdit(context: EditContext, id: number, input: BucketInput): Promise<void> {
  await requireClients(context, input)
  await context.db.transaction().execute((trx) => lockWithinLimits(trx, context.actor, id, input))
}

async function lockWithinLimits(trx: Db, { limits }: Context['actor'], id: number, input: BucketInput): Promise<void> {
  const bucket = await lockBucket(trx, id)
  if (!bucket) throw bucketNotFound(id)
  await requireClientsWithinLimits(trx, 'bucket', bucket.clientIds, limits)
  if (input.clients !== undefined) await requireClientsWithinLimits(trx, 'bucket', input.clients ?? [], limits)
}
