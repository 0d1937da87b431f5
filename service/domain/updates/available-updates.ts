import { compareVersions } from '../../platform/connector/reading/versions.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Plugin, Theme } from '../../platform/connector/snapshot/software.ts'
import type { SoftwareUpdate, TranslationUpdate } from '../../platform/connector/snapshot/updates.ts'
import { type AvailableUpdate, coreSlug, type UpdateType } from './update.ts'

/**
 * The available updates of a site, from a snapshot and the stored ones. Types that the snapshot does not contain stay, except
 * for items that are already installed or gone: an item that was just updated or deleted disappears at once.
 */
export function availableUpdates(snapshot: SiteSnapshot, before: readonly AvailableUpdate[]): AvailableUpdate[] {
  const { plugins, themes, pluginUpdates, themeUpdates, translationUpdates } = snapshot
  const known = (type: UpdateType) => before.filter((update) => update.type === type)
  return [
    ...coreUpdates(snapshot, known('core')),
    ...notInstalledYet(pluginUpdates?.map((update) => fromSoftware('plugin', update)) ?? known('plugin'), plugins),
    ...notInstalledYet(themeUpdates?.map((update) => fromSoftware('theme', update)) ?? known('theme'), themes),
    ...(translationUpdates?.map(fromTranslation) ?? known('translation')),
  ]
}

function coreUpdates({ coreUpdate, wordpressVersion }: SiteSnapshot, known: AvailableUpdate[]): AvailableUpdate[] {
  const offered = coreUpdate === undefined ? known[0]?.new_version : coreUpdate
  if (!offered) return []
  const current = wordpressVersion ?? known[0]?.current_version ?? ''
  if (current !== '' && compareVersions(current, offered) >= 0) return []
  return [
    {
      ...unknownFields,
      type: 'core',
      slug: coreSlug,
      name: 'WordPress',
      current_version: current,
      new_version: offered,
      active: true,
    },
  ]
}

/** The updates that are not installed yet, with the state of the installed item. */
function notInstalledYet(
  updates: readonly AvailableUpdate[],
  installed: readonly (Plugin | Theme)[] | undefined,
): readonly AvailableUpdate[] {
  if (!installed) return updates
  const items = new Map(installed.map((item) => [item.slug, item]))
  return updates.flatMap((update) => {
    const item = items.get(update.slug)
    if (!item) return []
    if (item.version !== null && compareVersions(item.version, update.new_version) >= 0) return []
    return [{ ...update, active: item.active, current_version: item.version ?? update.current_version }]
  })
}

const unknownFields = {
  translates: '',
  language: '',
  active: false,
  premium: false,
  has_package: true,
  requires_wordpress: null,
  requires_php: null,
  tested_with: null,
  fits_wordpress: null,
  fits_php: null,
  url: '',
}

const fromSoftware = (type: 'plugin' | 'theme', update: SoftwareUpdate): AvailableUpdate => ({
  ...unknownFields,
  type,
  slug: update.slug,
  name: update.name,
  current_version: update.version ?? '',
  new_version: update.newVersion,
  active: update.active,
  premium: update.premium,
  has_package: update.hasPackage,
  requires_wordpress: update.requiresWordPress,
  requires_php: update.requiresPhp,
  tested_with: update.testedWith,
  fits_wordpress: update.fitsWordPress,
  fits_php: update.fitsPhp,
  url: update.url,
})

const fromTranslation = ({ slug, type, language, name, version }: TranslationUpdate): AvailableUpdate => ({
  ...unknownFields,
  type: 'translation',
  slug,
  translates: type,
  language,
  name,
  // The site reports only the version that is offered.
  current_version: '',
  new_version: version ?? '',
})
