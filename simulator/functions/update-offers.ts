import { map } from '../php/values.ts'
import type { Plugin, Theme } from '../site/model.ts'
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

/** The offers of the public directory; `detailed` adds what only a sync says. */
export const pluginOffers = (site: Site, detailed: boolean): Record<string, unknown> | [] =>
  map(
    sortedPlugins(site)
      .filter(({ entry, offer }) => offer && !entry.premium)
      .map((plugin) => [plugin.entry.file, pluginOffer(plugin, detailed)] as const),
  )

/** Offers that vendors announce themselves; null when there are none, for then the key is missing. */
export function premiumOffers(site: Site): Record<string, unknown> | null {
  const offers = site.plugins.filter(({ entry, offer }) => offer && entry.premium)
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
