import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { TimeBucket } from '../bucket.ts'
import { listClientBuckets } from '../describe-bucket.ts'
import { periodAliases, periodFields } from '../filters.ts'
import { ClientTimeSettings, readClientSettings } from '../read-settings.ts'
import { TimeClient, toTimeClients } from '../time-client.ts'

const maxBuckets = 5

export const getTimeClient = operation({
  name: 'get-time-client',
  summary:
    'Read the totals of the work for a client, overall or in a period, its settings, and the remaining time of its retainers.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ client_id_or_email: ClientRef, ...periodFields }),
  output: TimeClient.extend({
    settings: ClientTimeSettings,
    buckets: z.array(TimeBucket).describe('Only the first by title; list-time-buckets lists all.'),
  }),
  aliases: periodAliases,
}).does(async ({ client_id_or_email, ...period }, context) => {
  const client = await requireClient(context, client_id_or_email)
  const [[described], settings, buckets] = await Promise.all([
    toTimeClients(context, [client], period),
    readClientSettings(context, client.id),
    listClientBuckets(context, client.id, maxBuckets),
  ])
  return { ...present(described, 'the client'), settings, buckets }
})
