import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { BucketId, TimeBucket } from '../bucket.ts'
import { requireBucket } from '../describe-bucket.ts'

export const getTimeBucket = operation({
  name: 'get-time-bucket',
  summary: 'Read a retainer (time bucket) with the remaining time in its current period.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ bucket_id: BucketId }),
  output: TimeBucket,
}).does(({ bucket_id }, context) => requireBucket(context, bucket_id))
