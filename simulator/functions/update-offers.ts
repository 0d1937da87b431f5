import { map } from '../php/values.ts'
import type { Plugin, Theme, Translation } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { sortedPlugins, sortedThemes } from './software-items.ts'

const withoutTags = (text: string) => text.replace(/<[^>]*>/g, '')

function pluginOffer({ entry, version, active, offer }: Plugin, detailed: boolean): Record<string, unknown> {
  const details = offer?.details ?? {
    url: `https://wordpress.org/plugins/${entry.slug}/`,
    package: `https://downloads.wordpress.org/plugin/${entry.slug}.${offer?.version}.zip`,
    icons: { '1x': `https://ps.w.org/${entry.slug}/assets/icon-128x128.png` },
    banners: [],
    banners_rtl: [],
    requires: entry.requiresWordPress ?? '',
    tested: '6.9',
    requires_php: entry.requiresPhp ?? '',
  }
  const folder = entry.slug
  return {
    Name: entry.name,
    PluginURI: entry.uri,
    Version: version,
    Description: entry.description,
    Author: entry.author,
    AuthorURI: '',
    TextDomain: folder,
    DomainPath: '',
    Network: false,
    RequiresWP: entry.requiresWordPress ?? '',
    RequiresPHP: entry.requiresPhp ?? '',
    UpdateURI: '',
    RequiresPlugins: '',
    Title: entry.name,
    AuthorName: withoutTags(entry.author),
    update: {
      ...(offer?.details === undefined && { id: `w.org/plugins/${entry.slug}` }),
      slug: entry.slug,
      plugin: entry.file,
      new_version: offer?.version,
      ...details,
    },
    ...(detailed && { active: active ? 1 : 0, wp_compatible: true, php_compatible: true }),
  }
}

/** The offers of the public directory; `detailed` adds the fields of a sync. */
export const pluginOffers = (site: Site, detailed: boolean): Record<string, unknown> | [] =>
  map(
    sortedPlugins(site)
      .filter(({ entry, offer }) => offer && !offer.hidden && !entry.premium)
      .map((plugin) => [plugin.entry.file, pluginOffer(plugin, detailed)] as const),
  )

/** Offers that vendors announce themselves; null when there are none: then the key is missing. */
export function premiumOffers(site: Site): Record<string, unknown> | null {
  const offers = site.plugins.filter(({ entry, offer }) => offer && !offer.hidden && entry.premium)
  if (offers.length === 0) return null
  return Object.fromEntries(
    offers.map(({ entry, version, offer }) => [
      entry.file,
      {
        type: 'plugin',
        slug: entry.file,
        Name: entry.name,
        Version: version,
        update: { new_version: offer?.version, premium: true, slug: entry.file },
      },
    ]),
  )
}

/** An administrator opens the plugins page: hidden offers are known from then on. */
export function discoverOffers(site: Site): void {
  for (const plugin of site.plugins) {
    if (plugin.offer?.hidden && plugin.active) plugin.offer = { ...plugin.offer, hidden: false }
  }
}

const themeOffer = ({ entry, version, offer }: Theme, site: Site): Record<string, unknown> => ({
  update: {
    theme: entry.slug,
    new_version: offer?.version,
    ...(offer?.details ?? {
      url: `https://wordpress.org/themes/${entry.slug}/`,
      package: `https://downloads.wordpress.org/theme/${entry.slug}.${offer?.version}.zip`,
      requires: '6.0',
      requires_php: '7.4',
    }),
  },
  Name: entry.name,
  Version: version,
  active: entry.slug === site.activeTheme ? 1 : 0,
})

export const themeOffers = (site: Site): Record<string, unknown> | [] =>
  map(
    sortedThemes(site)
      .filter(({ offer }) => offer)
      .map((theme) => [theme.entry.slug, themeOffer(theme, site)] as const),
  )

/** The request to wordpress.org that returns the translations of each type. */
const translationSource = { plugin: 'plugin_updates', theme: 'theme_updates', core: 'wp_updates' } as const

/** The translations WordPress knows of. It never requests them alone, only with other updates. */
export function translationOffers(site: Site, isRequested: (key: string) => boolean): Translation[] {
  const forgotten = site.settings.forgottenTranslations.filter((type) => !isRequested(translationSource[type]))
  site.settings.forgottenTranslations = forgotten
  return site.translations.filter(({ type }) => !forgotten.includes(type))
}
