import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, ClientStatus } from '../client.ts'
import { sitesToChange, suspendClientAndSites, toSuspend } from '../client-status.ts'
import { requireClient } from '../find-client.ts'

export const suspendClient = operation({
  name: 'suspend-client',
  ability: 'svc/suspend-client-v1',
  category: 'svc-clients',
  summary: 'Suspend a client and all its sites: they are not synced or updated.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: z.object({
    suspended: z.literal(true),
    client_id: z.int(),
    client_name: z.string(),
    status: ClientStatus,
    sites_suspended: z.int(),
  }),
})
  .plans(async ({ client_id_or_email }, context) => {
    const { id, name, status } = await requireClient(context, client_id_or_email)
    const sites = toSuspend(await sitesToChange(context, id))
    return {
      client_id: id,
      client_name: name,
      would_affect: sites.map(({ id, url, name }) => ({ id, url, name })),
      warnings: status === 'suspended' ? [`${name} is already suspended.`] : [],
    }
  })
  .does(async ({ client_id_or_email }, context) => {
    const { id, name } = await requireClient(context, client_id_or_email)
    const sites_suspended = await suspendClientAndSites(context, id)
    return { suspended: true, client_id: id, client_name: name, status: 'suspended', sites_suspended }
  })
