import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { SiteBrief } from '../../sites/index.ts'
import { ClientRef } from '../client.ts'
import { listClientSites } from '../client-sites-store.ts'
import { requireClient } from '../find-client.ts'

export const getClientSites = operation({
  name: 'get-client-sites',
  ability: 'svc/get-client-sites-v1',
  category: 'svc-clients',
  summary: 'List the sites of a client.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ client_id_or_email: ClientRef, page, per_page: perPage(20, 100) }),
  output: z.object({
    client_id: z.int(),
    client_name: z.string(),
    sites: z.array(SiteBrief),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ client_id_or_email, page, per_page }, context) => {
  const { id, name, sites_count } = await requireClient(context, client_id_or_email)
  const sites = await listClientSites(context.db, id, context.actor.limits, { page, perPage: per_page })
  return { client_id: id, client_name: name, sites, page, per_page, total: sites_count }
})
