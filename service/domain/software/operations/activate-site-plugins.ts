import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { switchPlugins } from '../change-software.ts'
import { planChange } from '../plan-change.ts'
import { PluginSlugs } from '../software.ts'
import { describeSwitched, switchedPlugins } from '../switched-plugins.ts'

export const activateSitePlugins = operation({
  name: 'activate-site-plugins',
  ability: 'svc/activate-site-plugins-v1',
  category: 'svc-sites',
  summary: 'Activate plugins of a site. Each counts as activated only when the site shows it so afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'software.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef, slugs: PluginSlugs }),
  output: z.object({ ...switchedPlugins, activated: z.array(z.string()).describe('Slugs.') }),
  aliases: { site_id: 'site_id_or_domain', plugins: 'slugs' },
})
  .plans(({ site_id_or_domain, slugs }, context) =>
    planChange(context, site_id_or_domain, { kind: 'plugin', action: 'activate', slugs }),
  )
  .does(async ({ site_id_or_domain, slugs }, context) => {
    const changed = await switchPlugins(context, site_id_or_domain, 'activate', slugs)
    return { ...describeSwitched(changed), activated: changed.items.map(({ slug }) => slug) }
  })
