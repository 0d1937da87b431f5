import { fingerprint } from '../random.ts'
import type { Offer, PluginEntry, ThemeEntry } from '../site/model.ts'
import { pluginTable, themeTable } from './plugin-table.ts'
import { releasesUpTo } from './versions.ts'

/** The software that simulated sites choose from. One copy serves all sites. */
export interface Stocked<T> {
  readonly entry: T
  /** Frequency, 1 to 9. */
  readonly weight: number
  readonly newest: Offer
}

export const connectorFile = 'mainwp-child/mainwp-child.php'
export const connectorVersion = '6.1'

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000

function pluginOf(line: string): Stocked<PluginEntry> {
  const [slug = '', main = '', name = '', author = '', newest = '', weight = '', remarks = '', description = ''] =
    line.split('|')
  const gone = /gone (\S+)/.exec(remarks)?.[1]
  const listed = !remarks.includes('premium') && !remarks.includes('mu')
  const single = slug === 'hello' || remarks.includes('mu')
  const entry: PluginEntry = {
    file: single ? main : `${slug}/${main}`,
    slug: slug === 'hello' ? 'hello-dolly' : slug,
    name,
    author,
    uri: listed ? `https://wordpress.org/plugins/${slug}/` : '',
    description,
    versions: releasesUpTo(newest, slug),
    ...(remarks.includes('premium') && { premium: true }),
    ...(remarks.includes('mu') && { mustUse: true }),
    ...(listed && { release: gone ? { on: dayOf(gone) } : { daysAgo: 5 + fingerprint(slug, 115) } }),
    requiresWordPress: fingerprint(slug, 3) === 0 ? '' : '6.5',
    requiresPhp: fingerprint(slug, 4) === 0 ? '' : '7.4',
  }
  return { entry, weight: Number(weight), newest: { version: newest } }
}

function themeOf(line: string): Stocked<ThemeEntry> {
  const [slug = '', name = '', author = '', newest = '', weight = '', parent = '', description = ''] = line.split('|')
  const entry: ThemeEntry = {
    slug,
    name,
    author,
    description,
    versions: releasesUpTo(newest, slug),
    ...(parent !== '' && { parent }),
    release: { daysAgo: 30 + fingerprint(slug, 200) },
  }
  return { entry, weight: Number(weight), newest: { version: newest } }
}

const stocked = pluginTable.split('\n').map(pluginOf)
export const plugins = stocked.filter(({ entry }) => !entry.mustUse)
export const mustUsePlugins = stocked.filter(({ entry }) => entry.mustUse)
export const themes = themeTable.split('\n').map(themeOf)

export const connector: PluginEntry = {
  file: connectorFile,
  slug: 'mainwp-child',
  name: 'MainWP Child',
  author: 'MainWP',
  uri: 'https://mainwp.com/',
  description: 'Connects this site to a dashboard from which many sites are managed.',
  versions: [connectorVersion],
}

export const pluginBySlug = new Map(stocked.map((stock) => [stock.entry.slug, stock]))
export const themeBySlug = new Map(themes.map((stock) => [stock.entry.slug, stock]))

export const coreVersions = ['6.9', '6.8.3', '6.8.2', '6.8.1', '6.7.4', '6.7.2', '6.6.4', '6.5.7'] as const
