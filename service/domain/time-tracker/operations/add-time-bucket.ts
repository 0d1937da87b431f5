import { operation } from '../../../operation/operation.ts'
import { TimeBucket } from '../bucket.ts'
import { bucketAliases, NewBucket } from '../bucket-input.ts'
import { requireBucket } from '../describe-bucket.ts'
import { createBucket, requireClients } from '../edit-bucket.ts'
import { requireClientsWithinLimits } from '../limits.ts'

export const addTimeBucket = operation({
  name: 'add-time-bucket',
  summary: 'Add a retainer (time bucket): hours for some or all clients, once or for every period.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: NewBucket,
  output: TimeBucket,
  aliases: bucketAliases,
})
  .plans(async (input, context) => {
    await requireClients(context, input)
    await requireClientsWithinLimits(context.db, 'bucket', input.clients ?? [], context.actor.limits)
    return { would_affect: [{ title: input.title.trim(), hours: input.hours }] }
  })
  .does(async (input, context) => requireBucket(context, await createBucket(context, input)))
