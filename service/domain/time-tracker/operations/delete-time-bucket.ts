import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { BucketId } from '../bucket.ts'
import { countTasksOfBucket } from '../bucket-store.ts'
import { requireBucket } from '../describe-bucket.ts'
import { checkBucketEdit, removeBucket } from '../edit-bucket.ts'

export const deleteTimeBucket = operation({
  name: 'delete-time-bucket',
  summary: 'Delete a retainer (time bucket). Its tasks stay, without a retainer and its hourly rate, and count up.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  stepUp: true,
  requires: 'time-tracker',
  input: z.strictObject({ bucket_id: BucketId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), title: z.string() }),
})
  .plans(async ({ bucket_id }, context) => {
    const { title } = await requireBucket(context, bucket_id)
    await checkBucketEdit(context, bucket_id, {})
    const tasks = await countTasksOfBucket(context.db, bucket_id)
    const warnings =
      tasks === 0 ? [] : [`${tasks === 1 ? 'One task' : `${tasks} tasks`} would no longer have a bucket.`]
    return { bucket_id, would_affect: [{ id: bucket_id, title }], warnings }
  })
  .does(async ({ bucket_id }, context) => {
    const { title } = await requireBucket(context, bucket_id)
    await removeBucket(context, bucket_id)
    return { deleted: true, id: bucket_id, title }
  })
