import { operation } from '../../../operation/operation.ts'
import { pluginSwitch } from '../switch-plugins.ts'

const { input, output, results, plan, run } = pluginSwitch('deactivate', 'deactivated')

export const deactivateSitePlugins = operation({
  name: 'deactivate-site-plugins',
  ability: 'svc/deactivate-site-plugins-v1',
  category: 'svc-sites',
  summary:
    'Deactivate plugins of a site; the connector stays active. A plugin counts as deactivated only when the site shows it as inactive afterwards.',
  effect: 'change',
  idempotent: true,
  permission: 'software.manage',
  input,
  output,
  results,
  aliases: { site_id: 'site_id_or_domain', plugins: 'slugs' },
})
  .plans(plan)
  .does(run)
