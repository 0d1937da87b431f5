import {
  connector,
  connectorVersion,
  coreVersions,
  mustUsePlugins,
  plugins as pluginStock,
  type Stocked,
  themes as themeStock,
} from '../catalogue/software.ts'
import { cyclic } from '../cyclic.ts'
import type { Random } from '../random.ts'
import type { Plugin, Theme, ThemeEntry, Translation } from '../site/model.ts'
import { chanceFor, type Origin, upkeepOf } from './origin.ts'

/** Draws without replacement, weighted by frequency. */
function draw<T>(stock: readonly Stocked<T>[], count: number, random: Random): Stocked<T>[] {
  return stock
    .map((item) => ({ item, luck: random.next() ** (1 / item.weight) }))
    .sort((a, b) => b.luck - a.luck)
    .slice(0, count)
    .map(({ item }) => item)
}

/** Well-kept sites run the newest release or the one before; neglected ones anything. */
function installedVersion(versions: readonly string[], upkeep: number, random: Random): string {
  if (random.chance(0.35 + 0.6 * upkeep)) return cyclic(versions, 0)
  const behind = 1 + Math.floor(random.next() ** (1 + 3 * upkeep) * (versions.length - 1))
  return cyclic(versions, Math.min(behind, versions.length - 1))
}

export function makePlugins(origin: Origin): Plugin[] {
  const random = chanceFor(origin, 'plugins')
  const upkeep = upkeepOf(origin)
  const chosen = draw(pluginStock, origin.plan.plugins, random)
  const shop = pluginStock.find(({ entry }) => entry.slug === 'woocommerce')
  if (shop && origin.business.trade.shop && origin.plan.plugins > 5 && !chosen.includes(shop)) chosen[0] = shop
  const installed: Plugin[] = chosen.map(({ entry, newest }) => {
    const version = installedVersion(entry.versions, upkeep, random)
    return { entry, version, active: random.chance(0.86), offer: version === newest.version ? null : newest }
  })
  installed.push({ entry: connector, version: connectorVersion, active: true, offer: null })
  if (random.chance(0.3)) {
    for (const { entry } of draw(mustUsePlugins, random.between(1, 2), random)) {
      installed.push({ entry, version: cyclic(entry.versions, 0), active: true, offer: null })
    }
  }
  return installed.sort((a, b) => (a.entry.name.toLowerCase() < b.entry.name.toLowerCase() ? -1 : 1))
}

/** The first is the active one; every fourth site runs a child theme. */
export function makeThemes(origin: Origin): Theme[] {
  const random = chanceFor(origin, 'themes')
  const upkeep = upkeepOf(origin)
  const installed: Theme[] = draw(themeStock, origin.plan.themes, random).map(({ entry, newest }) => {
    const version = installedVersion(entry.versions, upkeep, random)
    return { entry, version, offer: version === newest.version ? null : newest }
  })
  const parent = installed[0]
  if (parent && random.chance(0.25)) installed.unshift({ entry: childOf(parent.entry), version: '1.0.0', offer: null })
  return installed
}

const children = new Map<string, ThemeEntry>()

function childOf(parent: ThemeEntry): ThemeEntry {
  const known = children.get(parent.slug)
  if (known) return known
  const child: ThemeEntry = {
    slug: `${parent.slug}-child`,
    name: `${parent.name} Child`,
    author: 'Your Agency',
    description: `Our adjustments of ${parent.name}.`,
    versions: ['1.0.0'],
    parent: parent.slug,
  }
  children.set(parent.slug, child)
  return child
}

/** Installed and newest WordPress. */
export function makeCore(origin: Origin): { installed: string; offered: string | null } {
  const random = chanceFor(origin, 'core')
  const installed = installedVersion(coreVersions, upkeepOf(origin), random)
  return { installed, offered: installed === coreVersions[0] ? null : coreVersions[0] }
}

const languages = ['de_DE', 'fr_FR', 'es_ES', 'it_IT', 'nl_NL'] as const

export function makeTranslations(origin: Origin, plugins: readonly Plugin[]): Translation[] {
  const random = chanceFor(origin, 'translations')
  if (random.chance(0.5)) return []
  const language = random.pick(languages)
  return plugins
    .filter(({ entry }) => entry.release && random.chance(0.15))
    .map(({ entry, version }) => ({ type: 'plugin', slug: entry.slug, language, version, name: entry.name }))
}
