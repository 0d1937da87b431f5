import { maxItems, maxLength } from '../reading/limits.ts'
import { isSlug } from '../reading/slugs.ts'
import { line, plainText } from '../reading/text.ts'
import { fromUnix } from '../reading/times.ts'
import { asMap, readBoolean } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import type { PartReader } from './part-reader.ts'

export interface Plugin {
  /** Path of its main file, e.g. `akismet/akismet.php`. */
  slug: string
  name: string
  version: string | null
  active: boolean
  description: string
  mustUse: boolean
  /** The connector plugin itself; we can neither deactivate nor delete it. */
  isConnector: boolean
}

export interface Theme {
  slug: string
  name: string
  version: string | null
  active: boolean
  /** The active theme is a child of it. */
  parentOfActive: boolean
  description: string
}

export interface AbandonedItem {
  slug: string
  name: string
  version: string | null
  lastUpdatedAt: Date | null
}

export function readPlugins(reader: PartReader, raw: unknown): Plugin[] | undefined {
  // Our own guard, while an update runs.
  const others = Array.isArray(raw) ? raw.filter((item) => !isGuard(item)) : raw
  return reader.items(
    'plugins',
    others,
    maxItems.plugins,
    (item) => {
      const slug = typeof item.slug === 'string' ? item.slug : ''
      if (!isSlug('plugin', slug)) return undefined
      return {
        slug,
        name: line(item.name, maxLength.name) || slug,
        version: shownVersion(item.version),
        active: readBoolean(item.active),
        description: plainText(item.description, maxLength.description),
        mustUse: readBoolean(item.mu),
        isConnector: item.mainwp === 'T',
      }
    },
    slugOf,
  )
}

const isGuard = (item: unknown) => {
  const { slug } = asMap(item)
  return typeof slug === 'string' && /^flotilla-guard-[0-9a-f]{32}\.php$/.test(slug)
}

export function readThemes(reader: PartReader, raw: unknown): Theme[] | undefined {
  return reader.items(
    'themes',
    raw,
    maxItems.themes,
    (item) => {
      const slug = typeof item.slug === 'string' ? item.slug : ''
      if (!isSlug('theme', slug)) return undefined
      return {
        slug,
        name: line(item.name, maxLength.name) || slug,
        version: shownVersion(item.version),
        active: readBoolean(item.active),
        parentOfActive: readBoolean(item.parent_active),
        description: plainText(item.description, maxLength.description),
      }
    },
    slugOf,
  )
}

export function readAbandoned(
  reader: PartReader,
  part: 'abandonedPlugins' | 'abandonedThemes',
  raw: unknown,
): AbandonedItem[] | undefined {
  const kind = part === 'abandonedPlugins' ? 'plugin' : 'theme'
  return reader.items(part, raw, maxItems[`${kind}s`], (item, slug) => {
    if (!isSlug(kind, slug)) return undefined
    return {
      slug,
      name: line(item.Name, maxLength.name) || slug,
      version: shownVersion(item.Version),
      lastUpdatedAt: fromUnix(item.last_updated, reader.now),
    }
  })
}

export function slugOf({ slug }: { slug: string }): string {
  return slug
}
