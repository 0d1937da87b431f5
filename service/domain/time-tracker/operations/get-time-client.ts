import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { periodAliases, periodFields } from '../filters.ts'
import { ClientTimeSettings, settingsOfClient } from '../read-settings.ts'
import { TimeClient, toTimeClients } from '../time-client.ts'

export const getTimeClient = operation({
  name: 'get-time-client',
  summary: 'Read the totals of the work for a client, in all or in a period, and how it is rounded and priced.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ client_id_or_email: ClientRef, ...periodFields }),
  output: TimeClient.extend({ settings: ClientTimeSettings }),
  aliases: periodAliases,
}).does(async ({ client_id_or_email, ...period }, context) => {
  const client = await requireClient(context, client_id_or_email)
  const [described] = await toTimeClients(context, [client], period)
  return { ...described!, settings: await settingsOfClient(context, client.id) }
})
