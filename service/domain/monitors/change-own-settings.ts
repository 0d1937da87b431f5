import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { requireSite, type SiteRef, siteNotFound } from '../sites/index.ts'
import { effectiveSettings, globalSettings, ownSettings } from './monitor-settings.ts'
import { type GivenSettings, toColumns } from './settings-input.ts'
import { findSettings } from './settings-store.ts'

/** What a monitor's settings would be with these changes; refuses what makes no sense together. */
export async function settingsAfter(
  context: Pick<Context, 'db' | 'actor' | 'settings'>,
  ref: SiteRef,
  given: GivenSettings,
) {
  const site = await requireSite(context, ref)
  const before = await findSettings(context.db, site.id)
  if (!before) throw siteNotFound(ref)
  const changes = toColumns(given)
  const after = { ...before, ...changes }
  const { type, keyword } = effectiveSettings(ownSettings(after), globalSettings(context.settings))
  if (type === 'keyword' && keyword === '')
    throw invalidInput({ keyword: 'is required for the type keyword: give the text that must stand on the page' })
  return { site, before, after, changes }
}
