import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { TimeBucket } from '../bucket.ts'
import { recurrences } from '../bucket-period.ts'
import { countBuckets, listBuckets } from '../bucket-store.ts'
import { toBuckets } from '../describe-bucket.ts'

export const listTimeBuckets = operation({
  name: 'list-time-buckets',
  summary: 'List retainers (time buckets) with the remaining time in the current period.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    client_id_or_email: ClientRef.optional(),
    recurrence: z.enum(['any', ...recurrences]).default('any'),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['title', 'id', 'created_at']).default('title'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(TimeBucket),
  aliases: { client: 'client_id_or_email', client_id: 'client_id_or_email' },
}).does(async ({ page, per_page, orderby, order, client_id_or_email: client, ...rest }, context) => {
  const { db, actor } = context
  const clientId = client === undefined ? undefined : (await requireClient(context, client)).id
  const filter = { ...rest, clientId, limits: actor.limits }
  const rows = await listBuckets(db, filter, { page, perPage: per_page, orderBy: orderby, order })
  return { items: await toBuckets(context, rows), page, per_page, total: await countBuckets(db, filter) }
})
