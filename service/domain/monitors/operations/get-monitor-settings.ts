import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, siteNotFound } from '../../sites/index.ts'
import { OwnShownSettings, showOwnSettings } from '../describe-settings.ts'
import { globalSettings, ownSettings } from '../monitor-settings.ts'
import { findMonitorSettings } from '../settings-store.ts'

export const getMonitorSettings = operation({
  name: 'get-monitor-settings',
  summary: 'Show how a site is checked: the own settings of its monitor and the effective ones.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: OwnShownSettings,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const { id } = await requireSite(context, site_id_or_domain)
  const row = await findMonitorSettings(context.db, id)
  if (!row) throw siteNotFound(site_id_or_domain)
  return showOwnSettings(id, ownSettings(row), row.emails, globalSettings(context.settings))
})
