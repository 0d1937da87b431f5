import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { settingsAfter } from '../change-own-settings.ts'
import { OwnShownSettings, showOwnSettings } from '../describe-settings.ts'
import { globalSettings, ownSettings } from '../monitor-settings.ts'
import { monitorFields } from '../settings-input.ts'
import { changeOwnSettings } from '../settings-store.ts'

export const updateMonitorSettings = operation({
  name: 'update-monitor-settings',
  summary: 'Change how a site is checked; what is not sent stays, useglobal takes what holds for all.',
  effect: 'change',
  idempotent: true,
  permission: 'monitors.manage',
  input: z.strictObject(monitorFields).partial().extend({ site_id_or_domain: SiteRef }),
  output: OwnShownSettings,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, ...given }, context) => {
    const { site, before, after } = await settingsAfter(context, site_id_or_domain, given)
    const show = (row: typeof after) =>
      showOwnSettings(site.id, ownSettings(row), row.emails, globalSettings(context.settings))
    const changes = JSON.stringify(show(before)) !== JSON.stringify(show(after))
    return { monitor_id: site.id, would_affect: changes ? [show(after)] : [] }
  })
  .does(async ({ site_id_or_domain, ...given }, context) => {
    const { site, after, changes } = await settingsAfter(context, site_id_or_domain, given)
    const row = Object.keys(changes).length > 0 ? await changeOwnSettings(context.db, site.id, changes) : after
    return showOwnSettings(site.id, ownSettings(row ?? after), (row ?? after).emails, globalSettings(context.settings))
  })
