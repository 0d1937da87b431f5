import { maxItems, maxLength } from '../reading/limits.ts'
import { isSlug } from '../reading/slugs.ts'
import { line, webAddress } from '../reading/text.ts'
import { asMap, isMap, keyword, readBoolean, type WireMap } from '../reading/values.ts'
import { compareVersions, shownVersion } from '../reading/versions.ts'
import type { PartReader } from './part-reader.ts'
import { slugOf } from './software.ts'

/** An available update of a plugin or theme. */
export interface SoftwareUpdate {
  slug: string
  name: string
  version: string | null
  newVersion: string
  active: boolean
  /** Its author delivers it, not wordpress.org. */
  premium: boolean
  /** False if the update cannot be run without a licence. */
  hasPackage: boolean
  requiresWordPress: string | null
  requiresPhp: string | null
  testedWith: string | null
  /** Null if the site does not report it. */
  fitsWordPress: boolean | null
  fitsPhp: boolean | null
  url: string
}

export interface TranslationUpdate {
  slug: string
  type: 'plugin' | 'theme' | 'core'
  language: string
  name: string
  version: string | null
}

export function readPluginUpdates(reader: PartReader, raw: unknown, premium: unknown): SoftwareUpdate[] | undefined {
  return withPremium(readUpdates(reader, 'plugin', raw), readPremium(reader, 'plugin', premium))
}

export function readThemeUpdates(reader: PartReader, raw: unknown, premium: unknown): SoftwareUpdate[] | undefined {
  return withPremium(readUpdates(reader, 'theme', raw), readPremium(reader, 'theme', premium))
}

function readUpdates(reader: PartReader, kind: 'plugin' | 'theme', raw: unknown): SoftwareUpdate[] | undefined {
  const updates = reader.items(`${kind}Updates`, raw, maxItems[`${kind}s`], (item, slug) =>
    readUpdate(kind, slug, item, false),
  )
  return updates?.filter(isNewer)
}

function readPremium(reader: PartReader, kind: 'plugin' | 'theme', raw: unknown): SoftwareUpdate[] {
  if (!isMap(raw)) return []
  const ofKind = Object.fromEntries(Object.entries(raw).filter(([, item]) => asMap(item).type === kind))
  const updates = reader.items(`${kind}Updates`, ofKind, maxItems[`${kind}s`], (item, slug) =>
    readUpdate(kind, slug, item, true),
  )
  return (updates ?? []).filter(isNewer)
}

function withPremium(updates: SoftwareUpdate[] | undefined, premium: SoftwareUpdate[]): SoftwareUpdate[] | undefined {
  if (!updates || premium.length === 0) return updates
  const known = new Set(updates.map(slugOf))
  return [...updates, ...premium.filter(({ slug }) => !known.has(slug))]
}

function readUpdate(
  kind: 'plugin' | 'theme',
  slug: string,
  item: WireMap,
  premium: boolean,
): SoftwareUpdate | undefined {
  const offer = asMap(item.update)
  const newVersion = shownVersion(offer.new_version)
  if (!isSlug(kind, slug) || newVersion === null) return undefined
  return {
    slug,
    name: line(item.Name, maxLength.name) || slug,
    version: shownVersion(item.Version),
    newVersion,
    active: readBoolean(item.active),
    premium: premium || readBoolean(offer.premium),
    hasPackage: typeof offer.package === 'string' && offer.package !== '',
    requiresWordPress: shownVersion(offer.requires),
    requiresPhp: shownVersion(offer.requires_php),
    testedWith: shownVersion(offer.tested),
    fitsWordPress: item.wp_compatible === undefined ? null : readBoolean(item.wp_compatible),
    fitsPhp: item.php_compatible === undefined ? null : readBoolean(item.php_compatible),
    url: webAddress(offer.url),
  }
}

// An updated item may stay on the list for a while.
function isNewer(update: SoftwareUpdate): boolean {
  return update.version === null || compareVersions(update.version, update.newVersion) < 0
}

export function readTranslationUpdates(reader: PartReader, raw: unknown): TranslationUpdate[] | undefined {
  return reader.items(
    'translationUpdates',
    raw,
    maxItems.translations,
    (item) => {
      const slug = typeof item.slug === 'string' ? item.slug : ''
      const type = item.type === 'plugin' || item.type === 'theme' ? item.type : 'core'
      const language = keyword(item.language, 20)
      if (!isSlug('translation', slug) || language === '') return undefined
      return {
        slug,
        type,
        language,
        name: line(item.name, maxLength.name) || slug,
        version: shownVersion(item.version),
      } as const
    },
    ({ type, slug, language }) => `${type} ${slug} ${language}`,
  )
}
