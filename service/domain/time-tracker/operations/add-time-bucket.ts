import { operation } from '../../../operation/operation.ts'
import { TimeBucket } from '../bucket.ts'
import { bucketAliases, NewBucket } from '../bucket-input.ts'
import { requireBucket } from '../describe-bucket.ts'
import { createBucket, requireClients } from '../edit-bucket.ts'
import { requireClientsWithinLimits } from '../limits.ts'

export const addTimeBucket = operation({
  name: 'add-time-bucket',
  summary: 'Add a bucket of hours, for certain clients or for all, once or again in every period.',
  effect: 'change',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: NewBucket,
  output: TimeBucket,
  aliases: bucketAliases,
})
  .plans(async (written, context) => {
    await requireClients(context, written)
    await requireClientsWithinLimits(context.db, 'bucket', written.clients ?? [], context.actor.limits)
    return { would_affect: [{ title: written.title.trim(), hours: written.hours }] }
  })
  .does(async (written, context) => requireBucket(context, await createBucket(context, written)))
