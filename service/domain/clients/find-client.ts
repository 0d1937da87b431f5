import type { Context } from '../../operation/context.ts'
import type { ClientRef } from './client.ts'
import { clientNotFound } from './client-errors.ts'
import { type ClientRow, findClient, type ListedClient, listClientRows } from './client-store.ts'

type ReadContext = Pick<Context, 'db' | 'actor'>

/** Finds a client by id or e-mail address that the caller may see. */
export async function requireClient({ db, actor }: ReadContext, ref: ClientRef): Promise<ClientRow> {
  const client = await findClient(db, ref, actor.limits, { isWithinLimits: true })
  if (!client) throw clientNotFound(ref)
  return client
}

/** Visible clients with these ids, at most 10,000, with one query. */
export async function findNamedClients({ db, actor }: ReadContext, ids: number[]): Promise<ListedClient[]> {
  if (ids.length === 0) return []
  const { rows } = await listClientRows(
    db,
    { status: 'any', search: '', include: ids, exclude: [], limits: actor.limits },
    { page: 1, perPage: 10_000, orderBy: 'id', order: 'asc' },
  )
  return rows
}
