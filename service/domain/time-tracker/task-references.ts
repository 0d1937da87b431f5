import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireClient } from '../clients/index.ts'
import { findNamedSites } from '../sites/index.ts'
import { holdExisting } from './reference-store.ts'
import type { TaskInput } from './task-input.ts'
import { bucketUnknown, clientUnknown, sitesUnknown } from './time-errors.ts'

/** What a written task names, as ids; undefined for what was not given. */
export interface References {
  clientId: number | null | undefined
  siteIds: number[] | undefined
  bucketId: number | null | undefined
}

/** Throws for what does not exist, or not for this caller. */
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
    // Named in the input rather than in the path: the input is wrong.
    if (error instanceof ServiceError && error.kind === 'missing') throw clientUnknown(ref)
    throw error
  }
}

async function siteIdsOf(context: Pick<Context, 'db' | 'actor'>, refs: (number | string)[]): Promise<number[]> {
  const { sites, errors } = await findNamedSites(context, refs)
  if (errors.length > 0) throw sitesUnknown(errors.map(({ identifier }) => identifier))
  return sites.map(({ id }) => id)
}

/** What is named stays until the transaction ends, or somebody was faster and it is gone already. */
export async function holdReferences(trx: Db, { clientId, bucketId, siteIds = [] }: References): Promise<void> {
  const clients = await holdExisting(trx, 'clients', clientId ? [clientId] : [])
  if (clientId && !clients.has(clientId)) throw clientUnknown(clientId)
  const buckets = await holdExisting(trx, 'time_buckets', bucketId ? [bucketId] : [])
  if (bucketId && !buckets.has(bucketId)) throw bucketUnknown(bucketId)
  const sites = await holdExisting(trx, 'sites', siteIds)
  const gone = siteIds.filter((id) => !sites.has(id))
  if (gone.length > 0) throw sitesUnknown(gone)
}
