import { operation } from '../../../operation/operation.ts'
import { pluginSwitch } from '../switch-plugins.ts'

const { input, output, results, plan, run } = pluginSwitch('activate', 'activated')

export const activateSitePlugins = operation({
  name: 'activate-site-plugins',
  ability: 'svc/activate-site-plugins-v1',
  category: 'svc-sites',
  summary: 'Activate plugins of a site. A plugin counts as activated only when the site shows it as active afterwards.',
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
