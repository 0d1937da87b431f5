import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { actAndWait, doneOrRunning, planForSites } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { reconnectSite } from './reconnect-site.ts'

export const reconnectSites = operation({
  name: 'reconnect-sites',
  ability: 'svc/reconnect-sites-v1',
  category: 'svc-sites',
  summary:
    'Reconnect the named sites, or all that are disconnected. Sites that take longer than the call waits are listed in errors.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]).describe('Empty: all disconnected sites.'),
    exclude: SiteRefs.default([]),
  }),
  output: doneOrRunning({
    reconnected: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    total_reconnected: z.int(),
    total_errors: z.int(),
  }),
  results: ({ total_reconnected, errors }) => ({
    done: total_reconnected,
    errors,
    label: ['site reconnected', 'sites reconnected'],
  }),
})
  .plans((input, context) => planForSites(context, selectionOf(input)))
  .does(async (input, context) => {
    const order = { ...selectionOf(input), kind: 'reconnect', operation: reconnectSite }
    const { done, errors, job } = await actAndWait(context, order)
    return {
      reconnected: done.map(({ site_id, site_url, site_name }) => ({ id: site_id, url: site_url, name: site_name })),
      errors,
      total_reconnected: done.length,
      total_errors: errors.length,
      ...job,
    }
  })

const selectionOf = ({
  site_ids_or_domains,
  exclude,
}: Record<'site_ids_or_domains' | 'exclude', z.output<typeof SiteRefs>>) => ({
  refs: site_ids_or_domains,
  exclude,
  ifEmpty: { status: 'disconnected' as const },
})
