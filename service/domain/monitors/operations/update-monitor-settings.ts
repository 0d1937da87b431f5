import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { OwnShownSettings, showOwnSettings } from '../describe-settings.ts'
import { globalSettings, ownSettings } from '../monitor-settings.ts'
import { previewSettings } from '../preview-settings.ts'
import { monitorFields } from '../settings-input.ts'
import { updateOwnSettings } from '../settings-store.ts'

export const updateMonitorSettings = operation({
  name: 'update-monitor-settings',
  summary: 'Change how a site is checked; omitted fields stay, useglobal selects the global setting.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject(monitorFields).partial().extend({ site_id_or_domain: SiteRef }),
  output: OwnShownSettings,
  readOnly: ['monitor_id', 'effective'],
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, ...given }, context) => {
    const { site, before, after } = await previewSettings(context, site_id_or_domain, given)
    const show = (row: typeof after) =>
      showOwnSettings(site.id, ownSettings(row), row.emails, globalSettings(context.settings))
    const changes = JSON.stringify(show(before)) !== JSON.stringify(show(after))
    return { monitor_id: site.id, would_affect: changes ? [show(after)] : [] }
  })
  .does(async ({ site_id_or_domain, ...given }, context) => {
    const { site, after, changes } = await previewSettings(context, site_id_or_domain, given)
    const row = Object.keys(changes).length > 0 ? await updateOwnSettings(context.db, site.id, changes) : after
    return showOwnSettings(site.id, ownSettings(row ?? after), (row ?? after).emails, globalSettings(context.settings))
  })
