import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { switchPlugins } from '../change-software.ts'
import { planChange } from '../plan-change.ts'
import { PluginSlugs } from '../software.ts'
import { describeSwitched, switchedPlugins } from '../switched-plugins.ts'

export const deactivateSitePlugins = operation({
  name: 'deactivate-site-plugins',
  ability: 'svc/deactivate-site-plugins-v1',
  category: 'svc-sites',
  summary:
    'Deactivate plugins of a site; the connector stays active. Each counts only when the site shows it so afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'software.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, slugs: PluginSlugs }),
  output: z.object({ ...switchedPlugins, deactivated: z.array(z.string()).describe('Slugs.') }),
  aliases: { site_id: 'site_id_or_domain', plugins: 'slugs' },
})
  .plans(({ site_id_or_domain, slugs }, context) =>
    planChange(context, site_id_or_domain, { kind: 'plugin', action: 'deactivate', slugs }),
  )
  .does(async ({ site_id_or_domain, slugs }, context) => {
    const changed = await switchPlugins(context, site_id_or_domain, 'deactivate', slugs)
    return { ...describeSwitched(changed), deactivated: changed.items.map(({ slug }) => slug) }
  })
