import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isEmptyInput } from '../../../operation/shapes.ts'
import { BucketId, TimeBucket } from '../bucket.ts'
import { BucketInput, bucketAliases } from '../bucket-input.ts'
import { requireBucket } from '../describe-bucket.ts'
import { checkBucketEdit, editBucket } from '../edit-bucket.ts'

export const updateTimeBucket = operation({
  name: 'update-time-bucket',
  summary: 'Change a retainer (time bucket): omitted fields stay, null or "" clears. Its tasks stay.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: z.strictObject({ bucket_id: BucketId, ...BucketInput.shape }),
  output: TimeBucket,
  aliases: bucketAliases,
})
  .plans(async ({ bucket_id, ...input }, context) => {
    const { title } = await requireBucket(context, bucket_id)
    await checkBucketEdit(context, bucket_id, input)
    return { bucket_id, would_affect: isEmptyInput(input) ? [] : [{ id: bucket_id, title }] }
  })
  .does(async ({ bucket_id, ...input }, context) => {
    await requireBucket(context, bucket_id)
    await editBucket(context, bucket_id, input)
    return requireBucket(context, bucket_id)
  })
