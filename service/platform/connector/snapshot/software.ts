import { longest, most } from '../reading/limits.ts'
import { isSlug } from '../reading/slugs.ts'
import { line, plainText } from '../reading/text.ts'
import { fromUnix } from '../reading/times.ts'
import { booleanish } from '../reading/values.ts'
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
  return reader.items(
    'plugins',
    raw,
    most.plugins,
    (item) => {
      const slug = typeof item.slug === 'string' ? item.slug : ''
      if (!isSlug('plugin', slug)) return undefined
      return {
        slug,
        name: line(item.name, longest.name) || slug,
        version: shownVersion(item.version),
        active: booleanish(item.active),
        description: plainText(item.description, longest.description),
        mustUse: booleanish(item.mu),
        isConnector: item.mainwp === 'T',
      }
    },
    slugOf,
  )
}

export function readThemes(reader: PartReader, raw: unknown): Theme[] | undefined {
  return reader.items(
    'themes',
    raw,
    most.themes,
    (item) => {
      const slug = typeof item.slug === 'string' ? item.slug : ''
      if (!isSlug('theme', slug)) return undefined
      return {
        slug,
        name: line(item.name, longest.name) || slug,
        version: shownVersion(item.version),
        active: booleanish(item.active),
        parentOfActive: booleanish(item.parent_active),
        description: plainText(item.description, longest.description),
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
  return reader.items(part, raw, most[`${kind}s`], (item, slug) => {
    if (!isSlug(kind, slug)) return undefined
    return {
      slug,
      name: line(item.Name, longest.name) || slug,
      version: shownVersion(item.Version),
      lastUpdatedAt: fromUnix(item.last_updated, reader.now),
    }
  })
}

export function slugOf({ slug }: { slug: string }): string {
  return slug
}
