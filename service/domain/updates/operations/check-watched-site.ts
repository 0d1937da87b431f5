import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { checkWatches } from '../run/watch/check-watches.ts'
import { retryRestores } from '../run/watch/late-restores.ts'
import { listOpenWatches } from '../run/watch/watch-store.ts'

// An update of the site may take minutes.
const maxWaitMs = 900_000

export const checkWatchedSite = operation({
  name: 'check-watched-site',
  summary:
    'Repeat the checks of a site after its updates, if they are due, and roll back what broke it since. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    checked: z.array(
      z.object({
        run: z.string(),
        result: z.enum(['passed', 'failed', 'unknown', 'stopped']).nullable().describe('Null: it is checked again.'),
        message: z.string().nullable(),
      }),
    ),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const watches = await listOpenWatches(context.db, site.id)
    return { site_id: site.id, site_url: site.url, would_affect: watches.map(({ run }) => ({ run })) }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const work = async () => [...(await retryRestores(context, site.id)), ...(await checkWatches(context, site.id))]
    const checked = await context.siteLocks.hold(site.id, work, { maxWaitMs })
    return { site_id: site.id, site_url: site.url, checked }
  })
