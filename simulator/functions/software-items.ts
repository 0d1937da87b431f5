import { connectorFile } from '../catalogue/software.ts'
import type { Plugin, Theme } from '../site/model.ts'
import type { Site } from '../site/site.ts'

const byName = (a: { entry: { name: string } }, b: { entry: { name: string } }) =>
  a.entry.name.toLowerCase() < b.entry.name.toLowerCase() ? -1 : 1

export const pluginItem = ({ entry, version, active }: Plugin): Record<string, unknown> => ({
  mainwp: entry.file === connectorFile ? 'T' : 'F',
  name: entry.name,
  slug: entry.file,
  description: entry.description,
  version,
  active: active ? 1 : 0,
  ...(entry.mustUse && { mu: 1 }),
})

const inOrder = (plugins: readonly Plugin[]): Plugin[] =>
  plugins.toSorted((a, b) => Number(a.entry.mustUse ?? 0) - Number(b.entry.mustUse ?? 0) || byName(a, b))

/** Sorted by name, must-use plugins last. */
export const sortedPlugins = (site: Site): Plugin[] => inOrder(site.plugins)

export const pluginItems = (site: Site, deleted: readonly Plugin[] = []): Record<string, unknown>[] =>
  inOrder([...site.plugins, ...deleted]).map(pluginItem)

export function themeItem(theme: Theme, site: Site): Record<string, unknown> {
  const { entry, version } = theme
  const inUse = site.theme(site.activeTheme)
  const isParent = inUse?.entry.parent === entry.slug
  return {
    name: entry.name,
    title: entry.name,
    description: entry.description,
    version,
    active: entry.slug === site.activeTheme ? 1 : 0,
    slug: entry.slug,
    parent_active: isParent ? 1 : 0,
    ...(isParent && { child_theme: inUse.entry.name }),
    ...(entry.parent !== undefined && entry.slug === site.activeTheme && { child_active: 1 }),
  }
}

export const sortedThemes = (site: Site): Theme[] => site.themes.toSorted(byName)

export const themeItems = (site: Site): Record<string, unknown>[] =>
  sortedThemes(site).map((theme) => themeItem(theme, site))
