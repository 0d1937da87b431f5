import { STATUS_CODES } from 'node:http'
import { json, map, text, time, zeroOrOne } from './values.ts'

/** What our operation `list-site-records` says about a site. */
export interface SiteRecord {
  id: number
  url: string
  name: string
  status: string
  client_id: number | null
  notes: string
  wp_version: string
  php_version: string
  child_version: string
  facts: { active_theme?: string; database_version?: string; memory_limit?: string; ip?: string }
  suspended: boolean
  verify_tls: boolean
  problem: string
  http_status: number | null
  health_score: number | null
  icon_url: string | null
  last_sync: string | null
  tags: { id: number; name: string }[]
  software: SoftwareItem[]
  updates: RecordedUpdate[]
  ignored: { type: string; slug: string | null; version: string | null; name: string }[]
}

interface SoftwareItem {
  kind: 'plugin' | 'theme'
  slug: string
  name: string
  version: string
  active: boolean
  must_use: boolean
  is_connector: boolean
  parent_of_active: boolean
}

export interface RecordedUpdate {
  type: string
  slug: string
  translates: string
  language: string
  name: string
  current_version: string
  new_version: string
  active: boolean
  premium: boolean
  requires_wordpress: string | null
  requires_php: string | null
  tested_with: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
  url: string
}

/** Their health is good from this score on. */
const goodHealth = 80

/** Not stored here; their form of a missing value. */
const unknown = ''

interface Shown {
  withTags: boolean
  /** Also what they keep beside the record of the site. */
  full: boolean
}

/** The full record: 42 fields, texts except `tags`. */
export function showSite(site: SiteRecord, { withTags, full }: Shown = { withTags: true, full: true }) {
  const { facts, updates, health_score: health } = site
  const ofType = (type: string) => updates.filter((update) => update.type === type)
  return {
    id: text(site.id),
    name: site.name,
    url: site.url,
    tags: withTags ? map(site.tags.map(({ id, name }) => [id, name])) : '',
    note: site.notes,
    ip: text(facts.ip),
    client_id: text(site.client_id ?? 0),
    is_staging: unknown,
    wp_version: site.wp_version,
    php_version: site.php_version,
    child_version: site.child_version,
    mysql_version: text(facts.database_version),
    memory_limit: text(facts.memory_limit),
    database_size: unknown,
    active_theme: activeTheme(site),
    status: shownStatus(site),
    sync_errors: site.problem,
    http_status: full ? httpStatus(site.http_status) : '',
    health_status: health === null ? '' : text(health < goodHealth),
    health_score: full ? text(health) : '',
    icon: text(site.icon_url),
    last_sync: time(site.last_sync),
    plugins: json(site.software.filter(({ kind }) => kind === 'plugin').map(showPlugin)),
    themes: json(site.software.filter(({ kind }) => kind === 'theme').map(showTheme)),
    last_post_time: unknown,
    recent_posts: unknown,
    recent_pages: unknown,
    recent_comments: unknown,
    categories: unknown,
    wp_upgrades: json(coreUpgrade(ofType('core'))),
    plugin_upgrades: json(map(ofType('plugin').map((update) => [update.slug, pluginUpgrade(update)]))),
    premium_upgrades: premiumUpgrades(updates),
    theme_upgrades: json(map(ofType('theme').map((update) => [update.slug, themeUpgrade(update)]))),
    translation_upgrades: json(ofType('translation').map(translationUpgrade)),
    ignored_plugins: ignoredItems(site, 'plugin'),
    ignored_themes: ignoredItems(site, 'theme'),
    is_ignoreCoreUpdates: text(ignoresAll(site, 'core')),
    is_ignorePluginUpdates: text(ignoresAll(site, 'plugin')),
    is_ignoreThemeUpdates: text(ignoresAll(site, 'theme')),
    verify_certificate: text(site.verify_tls),
    // No site has settings of its own for these two: both are automatic.
    force_use_ipv4: '0',
    ssl_version: '0',
    suspended: text(site.suspended),
  }
}

/** `site` beside lists, and the answer of most actions. */
export const showSimpleSite = ({ id, name, url, client_id }: SimpleSite) => ({
  id: text(id),
  name,
  url,
  client_id: text(client_id ?? 0),
})
export type SimpleSite = Pick<SiteRecord, 'id' | 'name' | 'url' | 'client_id'>

/** A site whose last sync failed is disconnected there, unless it is suspended. */
const shownStatus = ({ suspended, status, problem }: SiteRecord): string => {
  if (suspended) return 'suspended'
  return problem === '' ? status : 'disconnected'
}

/** With its version, as they write it. */
function activeTheme({ software, facts }: SiteRecord): string {
  const active = software.find(({ kind, active }) => kind === 'theme' && active)
  return active ? `${active.name} ${active.version}` : text(facts.active_theme)
}

function httpStatus(status: number | null): string {
  if (!status) return '0'
  const reason = STATUS_CODES[status]
  return reason === undefined ? String(status) : `${status} - ${reason}`
}

const showPlugin = (item: SoftwareItem) => ({
  mainwp: item.is_connector ? 'T' : 'F',
  name: item.name,
  slug: item.slug,
  description: unknown,
  version: item.version,
  active: zeroOrOne(item.active),
  ...(item.must_use && { mu: 1 }),
})

const showTheme = (item: SoftwareItem) => ({
  name: item.name,
  title: item.name,
  description: unknown,
  version: item.version,
  active: zeroOrOne(item.active),
  slug: item.slug,
  parent_active: zeroOrOne(item.parent_of_active),
})

export function coreUpgrade([update]: RecordedUpdate[]) {
  return update ? { current: update.current_version, new: update.new_version } : []
}

/** With the header fields of the plugin; sites report only some of them to us. */
export const pluginUpgrade = (update: RecordedUpdate) => ({
  Name: update.name,
  PluginURI: unknown,
  Version: update.current_version,
  Description: unknown,
  Author: unknown,
  AuthorURI: unknown,
  TextDomain: unknown,
  DomainPath: unknown,
  Network: false,
  RequiresWP: unknown,
  RequiresPHP: unknown,
  UpdateURI: unknown,
  RequiresPlugins: unknown,
  Title: update.name,
  AuthorName: unknown,
  update: {
    id: folderOf(update.slug),
    slug: folderOf(update.slug),
    plugin: update.slug,
    new_version: update.new_version,
    url: update.url,
    package: unknown,
    tested: text(update.tested_with),
    requires: text(update.requires_wordpress),
    ...(update.requires_php !== null && { requires_php: update.requires_php }),
  },
  active: zeroOrOne(update.active),
  // Sites report only what does not fit.
  wp_compatible: update.fits_wordpress !== false,
  php_compatible: update.fits_php !== false,
})

const folderOf = (slug: string) => slug.split('/')[0] ?? slug

export const themeUpgrade = (update: RecordedUpdate) => ({
  update: {
    theme: update.slug,
    new_version: update.new_version,
    url: update.url,
    package: unknown,
    ...(update.requires_wordpress !== null && { requires: update.requires_wordpress }),
    ...(update.requires_php !== null && { requires_php: update.requires_php }),
  },
  Name: update.name,
  Version: update.current_version,
  active: zeroOrOne(update.active),
})

export const translationUpgrade = (update: RecordedUpdate) => ({
  type: update.translates,
  slug: update.slug,
  language: update.language,
  version: update.new_version,
  name: update.name,
})

function premiumUpgrades(updates: RecordedUpdate[]): string {
  const premium = updates.filter((update) => update.premium)
  return premium.length === 0 ? '' : json(premium.map(({ slug }) => slug))
}

/** WordPress is one item, so a rule for all its versions is enough. */
const ignoresAll = ({ ignored }: SiteRecord, kind: string) =>
  ignored.some(({ type, slug, version }) => type === kind && (kind === 'core' ? version === null : slug === null))

function ignoredItems({ ignored }: SiteRecord, kind: string): string {
  const items = Map.groupBy(
    ignored.filter(({ type, slug }) => type === kind && slug !== null),
    ({ slug }) => slug ?? '',
  )
  if (items.size === 0) return ''
  return json(
    Object.fromEntries(
      [...items].map(([slug, rules]) => [
        slug,
        { Name: rules[0]?.name ?? slug, ignored_versions: rules.map(({ version }) => version ?? 'all_versions') },
      ]),
    ),
  )
}
