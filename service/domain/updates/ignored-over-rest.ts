import type { IgnorableType } from './ignored.ts'
import type { IgnoredEntry } from './ignored-entry.ts'

interface Listed {
  ignored: IgnoredEntry[]
  types: string[]
}

const kinds: [IgnorableType, string][] = [
  ['core', 'wp'],
  ['plugin', 'plugins'],
  ['theme', 'themes'],
]

/** Several versions of one item are one entry. */
function itemsOf(ignored: readonly IgnoredEntry[], type: IgnorableType) {
  const bySlug = Map.groupBy(
    ignored.filter((entry) => entry.type === type),
    ({ slug }) => slug,
  )
  return [...bySlug].map(([slug, entries]) => ({
    slug,
    Name: entries[0]!.name,
    ignored_versions: [...new Set(entries.map(({ ignored_version }) => ignored_version))],
    on_every_site: entries.some(({ scope }) => scope === 'global'),
  }))
}

const byKind = ({ ignored, types }: Listed, show: (items: ReturnType<typeof itemsOf>) => unknown) =>
  Object.fromEntries(
    kinds.filter(([type]) => types.includes(type)).map(([type, key]) => [key, show(itemsOf(ignored, type))]),
  )

/** What is ignored on every site, by kind and slug. */
export const showIgnored = (listed: Listed) =>
  byKind(listed, (items) => Object.fromEntries(items.map(({ slug, ...item }) => [slug, item])))

/** What is ignored on one site, merged with what is ignored everywhere: a list per kind. */
export const showIgnoredOnSite = (listed: Listed) => byKind(listed, (items) => items)
