import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief, verifyMovedSite } from '../../sites/index.ts'
import { runSync } from '../../sync/index.ts'

export const checkMovedSite = operation({
  name: 'check-moved-site',
  summary: 'Call an imported site with its key and sync it, read-only. Runs in the job of a move.',
  effect: 'change',
  idempotent: true,
  permission: 'move-in.manage',
  input: z.strictObject({ site_id: z.int().min(1) }),
  output: z.object({
    site_id: z.int(),
    connected: z.literal(true),
    synced: z.boolean().describe('Whether its versions and updates were read; the site shows why not.'),
  }),
})
  .plans(async ({ site_id }, context) => ({ would_affect: [toSiteBrief(await requireSite(context, site_id))] }))
  .does(async ({ site_id }, context) => {
    await verifyMovedSite(context, site_id)
    return { site_id, connected: true, synced: await syncMovedSite(context, site_id) }
  })

/** Without a sync, versions and updates would be empty. A failed one is shown at the site, and the next scheduled one repeats it. */
async function syncMovedSite(context: Context, id: number): Promise<boolean> {
  try {
    await runSync(context, id)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'svc_cancelled') return false
    throw error
  }
}
