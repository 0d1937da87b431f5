import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, ClientStatus } from '../client.ts'
import { sitesToChange, toUnsuspend, unsuspendClientAndSites } from '../client-status.ts'
import { requireClient } from '../find-client.ts'

export const unsuspendClient = operation({
  name: 'unsuspend-client',
  ability: 'svc/unsuspend-client-v1',
  category: 'svc-clients',
  summary: 'Make a client active again and unsuspend all of its sites.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({
    client_id_or_email: ClientRef,
    keep_manual: z.boolean().optional().describe('Keep sites suspended that were suspended by hand.'),
  }),
  output: z.object({
    unsuspended: z.literal(true),
    client_id: z.int(),
    client_name: z.string(),
    status: ClientStatus,
    sites_unsuspended: z.int(),
  }),
})
  .plans(async ({ client_id_or_email, keep_manual = false }, context) => {
    const { id, name, status } = await requireClient(context, client_id_or_email)
    const concerned = await sitesToChange(context, id)
    const sites = status === 'active' ? [] : toUnsuspend(concerned, { keepManual: keep_manual })
    return {
      client_id: id,
      client_name: name,
      would_affect: sites.map(({ id, url, name }) => ({ id, url, name })),
      warnings: status === 'active' ? [`${name} is already active, so nothing would change.`] : [],
    }
  })
  .does(async ({ client_id_or_email, keep_manual = false }, context) => {
    const { id, name } = await requireClient(context, client_id_or_email)
    const sites_unsuspended = await unsuspendClientAndSites(context, id, { keepManual: keep_manual })
    return { unsuspended: true, client_id: id, client_name: name, status: 'active', sites_unsuspended }
  })
