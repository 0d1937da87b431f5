import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, search } from '../../../operation/shapes.ts'
import { countSiteRows } from '../lists/site-list-store.ts'
import { SiteStatusFilter } from '../site.ts'

export const countSites = operation({
  name: 'count-sites',
  ability: 'svc/count-sites-v1',
  category: 'svc-sites',
  summary: 'Count sites, all or those of a status, client or tag.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    status: SiteStatusFilter.default('any'),
    client_id: z.int().min(1).optional(),
    tag_ids: z.array(z.int().min(1)).max(1_000).optional(),
    search,
    include: idList,
    exclude: idList,
  }),
  output: z.object({ total: z.int() }),
  aliases: { tag_id: 'tag_ids' },
}).does(async ({ client_id, tag_ids, ...rest }, { db, actor }) => ({
  total: await countSiteRows(db, { ...rest, clientId: client_id, tagIds: tag_ids, limits: actor.limits }),
}))
