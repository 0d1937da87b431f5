import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireClient } from '../clients/index.ts'
import { findNamedSites } from '../sites/index.ts'
import { lockExisting } from './reference-store.ts'
import type { TaskInput } from './task-input.ts'
import { bucketUnknown, clientUnknown, sitesUnknown } from './time-errors.ts'

/** References in the input as ids; undefined when not given. */
export interface References {
  clientId: number | null | undefined
  siteIds: number[] | undefined
  bucketId: number | null | undefined
}

/** Throws when a reference does not exist or the caller may not see it. */
export async function resolveReferences(
  context: Pick<Context, 'db' | 'actor'>,
  { client, sites, bucket_id }: TaskInput,
): Promise<References> {
  return {
    clientId:
      client === undefined ? undefined : client === null || client === '' ? null : await clientIdOf(context, client),
    siteIds: sites === undefined ? undefined : await siteIdsOf(context, sites ?? []),
    bucketId: bucket_id,
  }
}

async function clientIdOf(context: Pick<Context, 'db' | 'actor'>, ref: number | string): Promise<number> {
  try {
    return (await requireClient(context, ref)).id
  } catch (error) {
    // The reference is in the input, not in the path, so this is invalid input rather than not found.
    if (error instanceof ServiceError && error.kind === 'missing') throw clientUnknown(ref)
    throw error
  }
}

async function siteIdsOf(context: Pick<Context, 'db' | 'actor'>, refs: (number | string)[]): Promise<number[]> {
  const { sites, errors } = await findNamedSites(context, refs)
  if (errors.length > 0) throw sitesUnknown(errors.map(({ identifier }) => identifier))
  return sites.map(({ id }) => id)
}

/** Locks the references until the transaction ends; throws when one was deleted. */
export async function lockReferences(trx: Db, { clientId, bucketId, siteIds = [] }: References): Promise<void> {
  const clients = await lockExisting(trx, 'clients', clientId ? [clientId] : [])
  if (clientId && !clients.has(clientId)) throw clientUnknown(clientId)
  const buckets = await lockExisting(trx, 'time_buckets', bucketId ? [bucketId] : [])
  if (bucketId && !buckets.has(bucketId)) throw bucketUnknown(bucketId)
  const sites = await lockExisting(trx, 'sites', siteIds)
  const gone = siteIds.filter((id) => !sites.has(id))
  if (gone.length > 0) throw sitesUnknown(gone)
}
