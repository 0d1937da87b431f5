import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { ClientListEntry, ClientStatusFilter } from '../client.ts'
import { listClientDetailRows, listClientRows } from '../client-store.ts'
import { toClientBrief, toListedClient } from '../describe-client.ts'

export const listClients = operation({
  name: 'list-clients',
  ability: 'svc/list-clients-v1',
  category: 'svc-clients',
  summary: 'List clients with the number of their sites, filtered by status or a part of the name or e-mail address.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: ClientStatusFilter.default('any'),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['name', 'email', 'created_at', 'id']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    include_details: z.boolean().default(false).describe('Each client with its address, note and social fields.'),
  }),
  output: paged(ClientListEntry),
}).does(async ({ page, per_page, orderby, order, include_details, ...rest }, { db, actor }) => {
  const filter = { ...rest, limits: actor.limits }
  const cut = { page, perPage: per_page, orderBy: orderby, order }
  if (include_details) {
    const { rows, total } = await listClientDetailRows(db, filter, cut)
    return { items: rows.map(toListedClient), page, per_page, total }
  }
  const { rows, total } = await listClientRows(db, filter, cut)
  return { items: rows.map(toClientBrief), page, per_page, total }
})
