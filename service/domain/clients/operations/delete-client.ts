import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef } from '../client.ts'
import { countClientRecords } from '../client-sites-store.ts'
import { lockClientAndSites, sitesToChange } from '../client-status.ts'
import { deleteClientRow } from '../client-store.ts'
import { toClientBrief } from '../describe-client.ts'
import { requireClient } from '../find-client.ts'

export const deleteClient = operation({
  name: 'delete-client',
  ability: 'svc/delete-client-v1',
  category: 'svc-clients',
  summary: 'Delete a client. Its sites stay in the fleet, without a client and with the status they have.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'clients.manage',
  stepUp: true,
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: z.object({
    deleted: z.literal(true),
    client_id: z.int(),
    client_name: z.string(),
    sites_unassigned: z.int(),
    sites_left_suspended: z.int(),
  }),
})
  .plans(async ({ client_id_or_email }, context) => {
    const client = await requireClient(context, client_id_or_email)
    const sites = await sitesToChange(context, client.id)
    const { costs, tasks, tracked_ms, has_report_schedule } = await countClientRecords(context.db, client.id)
    const hours = (tracked_ms / 3_600_000).toFixed(1)
    const suspended = sites.filter(({ suspended_by }) => suspended_by !== 'none').length
    return {
      client_id: client.id,
      client_name: client.name,
      would_affect: [toClientBrief(client)],
      associated_sites_count: sites.length,
      warnings: [
        ...(sites.length > 0 ? [`Its sites (${sites.length}) would stay in the fleet without a client.`] : []),
        ...(suspended > 0 ? [`Suspended sites (${suspended}) would stay suspended.`] : []),
        ...(costs > 0 ? [`Its costs (${costs}) would stay without this client.`] : []),
        ...(tasks > 0 ? [`Its tasks (${tasks}, ${hours} hours) would stay without a client.`] : []),
        ...(has_report_schedule ? ['The schedule of its reports and the list of sent ones would be deleted.'] : []),
      ],
    }
  })
  .does(async ({ client_id_or_email }, context) => {
    const { id, name } = await requireClient(context, client_id_or_email)
    const sites = await context.db.transaction().execute(async (trx) => {
      const locked = await lockClientAndSites(trx, id, context.actor.limits)
      await deleteClientRow(trx, id)
      return locked.sites
    })
    return {
      deleted: true,
      client_id: id,
      client_name: name,
      sites_unassigned: sites.length,
      sites_left_suspended: sites.filter(({ suspended_by }) => suspended_by !== 'none').length,
    }
  })
