import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'
import { type MonitorSettingsInput, toSettingsColumns } from './settings-input.ts'
import { findMonitorSettings } from './settings-store.ts'

/** Returns the monitor's settings with these changes applied; throws when they contradict each other. */
export async function previewSettings(
  context: Pick<Context, 'db' | 'actor' | 'settings'>,
  ref: SiteRef,
  given: MonitorSettingsInput,
) {
  const site = await requireSite(context, ref)
  const before = await findMonitorSettings(context.db, site.id)
  if (!before) throw siteNotFound(ref)
  const changes = toSettingsColumns(given)
  const after = { ...before, ...changes }
  const { type, keyword } = effectiveSettings(ownSettings(after), globalSettings(context.settings))
  if (type === 'keyword' && keyword === '')
    throw invalidInput({ keyword: 'is required for the type keyword: give the text that the page must contain' })
  return { site, before, after, changes }
}
