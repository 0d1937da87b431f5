import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, search } from '../../../operation/shapes.ts'
import { ClientStatusFilter } from '../client.ts'
import { countClientRows } from '../client-store.ts'

export const countClients = operation({
  name: 'count-clients',
  ability: 'svc/count-clients-v1',
  category: 'svc-clients',
  summary: 'Count clients, all or those of a status or search.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ status: ClientStatusFilter.default('any'), search, include: idList, exclude: idList }),
  output: z.object({ total: z.int() }),
}).does(async (filter, { db, actor }) => ({ total: await countClientRows(db, { ...filter, limits: actor.limits }) }))
