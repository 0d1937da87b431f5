import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef } from '../client.ts'
import { requireClient } from '../find-client.ts'

export const countClientSites = operation({
  name: 'count-client-sites',
  ability: 'svc/count-client-sites-v1',
  category: 'svc-clients',
  summary: 'Count the sites of a client.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: z.object({ client_id: z.int(), client_name: z.string(), sites_count: z.int() }),
}).does(async ({ client_id_or_email }, context) => {
  const { id, name, sites_count } = await requireClient(context, client_id_or_email)
  return { client_id: id, client_name: name, sites_count }
})
