import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { TimeBucket } from '../bucket.ts'
import { bucketsOfClient } from '../describe-bucket.ts'
import { periodAliases, periodFields } from '../filters.ts'
import { ClientTimeSettings, settingsOfClient } from '../read-settings.ts'
import { TimeClient, toTimeClients } from '../time-client.ts'

const few = 5

export const getTimeClient = operation({
  name: 'get-time-client',
  summary:
    'Read the totals of the work for a client, in all or in a period, how it is rounded and priced, and what is left of its buckets.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ client_id_or_email: ClientRef, ...periodFields }),
  output: TimeClient.extend({
    settings: ClientTimeSettings,
    buckets: z.array(TimeBucket).describe('Only the first, by title; list-time-buckets has them all.'),
  }),
  aliases: periodAliases,
}).does(async ({ client_id_or_email, ...period }, context) => {
  const client = await requireClient(context, client_id_or_email)
  const [[described], settings, buckets] = await Promise.all([
    toTimeClients(context, [client], period),
    settingsOfClient(context, client.id),
    bucketsOfClient(context, client.id, few),
  ])
  return { ...described!, settings, buckets }
})
