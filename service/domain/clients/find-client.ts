import type { Context } from '../../operation/context.ts'
import type { ClientRef } from './client.ts'
import { clientNotFound } from './client-errors.ts'
import { type ListedClient, listClients } from './client-list-store.ts'
import { type ClientRow, findClient } from './client-store.ts'

type Looking = Pick<Context, 'db' | 'actor'>

/** The client of that number or e-mail address; for a limited key there is none unless it may see one of its sites. */
export async function requireClient({ db, actor }: Looking, ref: ClientRef): Promise<ClientRow> {
  const client = await findClient(db, ref, actor.limits)
  if (!client || (actor.limits && client.sites_count === 0)) throw clientNotFound(ref)
  return client
}

/** Those of the numbered clients that exist and that the caller may see, with one query; at most 10,000. */
export async function findNamedClients({ db, actor }: Looking, ids: number[]): Promise<ListedClient[]> {
  if (ids.length === 0) return []
  const { rows } = await listClients(
    db,
    { status: 'any', search: '', include: ids, exclude: [], limits: actor.limits },
    { page: 1, perPage: 10_000, orderBy: 'id', order: 'asc' },
  )
  return rows
}
