import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief } from '../../sites/index.ts'
import { takeOver } from '../takeover/take-over.ts'

/** Has no address: runs in the job of `take-over-sites`. */
export const takeOverSite = operation({
  name: 'take-over-site',
  summary: 'Replace the key of a site that another dashboard has too. Runs in the job of a takeover.',
  effect: 'change',
  idempotent: true,
  permission: 'move-in.manage',
  input: z.strictObject({ site_id: z.int().min(1) }),
  output: z.object({ site_id: z.int(), key: z.literal('new') }),
})
  .plans(async ({ site_id }, context) => ({ would_affect: [toSiteBrief(await requireSite(context, site_id))] }))
  .does(async ({ site_id }, context) => {
    await takeOver(context, site_id)
    return { site_id, key: 'new' }
  })
