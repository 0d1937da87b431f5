import type { Site } from '../site/site.ts'

type Tree = { [folder: string]: Tree | null }

/** At most eleven folders of each level are listed. */
const folders = (names: readonly string[]): Tree | null =>
  names.length === 0 ? null : Object.fromEntries(names.slice(0, 11).map((name) => [name, null]))

export const directories = (site: Site): Tree => ({
  'wp-admin': {
    css: { colors: null },
    images: null,
    includes: null,
    js: { widgets: null },
    maint: null,
    network: null,
  },
  'wp-content': {
    languages: { plugins: null },
    plugins: folders(site.plugins.filter(({ entry }) => entry.file.includes('/')).map(({ entry }) => entry.slug)),
    themes: folders(site.themes.map(({ entry }) => entry.slug)),
    upgrade: null,
    uploads: folders(['2024', '2025', '2026', 'mainwp']),
  },
  'wp-includes': { assets: null, certificates: null, images: { media: null, smilies: null }, 'rest-api': null },
})
