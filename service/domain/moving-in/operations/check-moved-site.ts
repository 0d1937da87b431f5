import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief, verifyMovedSite } from '../../sites/index.ts'

export const checkMovedSite = operation({
  name: 'check-moved-site',
  summary: 'Call an imported site once with its key, read-only. Runs in the job of a move.',
  effect: 'change',
  idempotent: true,
  permission: 'move-in.manage',
  input: z.strictObject({ site_id: z.int().min(1) }),
  output: z.object({ site_id: z.int(), connected: z.literal(true) }),
})
  .plans(async ({ site_id }, context) => ({ would_affect: [toSiteBrief(await requireSite(context, site_id))] }))
  .does(async ({ site_id }, context) => {
    await verifyMovedSite(context, site_id)
    return { site_id, connected: true }
  })
