import { route } from '../../operation/address.ts'
import type { IgnorableType, IgnoreAction } from './ignored.ts'
import { showIgnored, showIgnoredOnSite } from './ignored-over-rest.ts'
import { ignoreSiteUpdates } from './operations/ignore-site-updates.ts'
import { ignoreUpdatesEverywhere } from './operations/ignore-updates-everywhere.ts'
import { listIgnoredItems } from './operations/list-ignored-items.ts'
import { listIgnoredUpdates } from './operations/list-ignored-updates.ts'
import { listUpdateItemSites } from './operations/list-update-item-sites.ts'
import { listUpdateItems } from './operations/list-update-items.ts'
import { listUpdatesByClient } from './operations/list-updates-by-client.ts'
import { listUpdatesBySite } from './operations/list-updates-by-site.ts'
import { listUpdatesByTag } from './operations/list-updates-by-tag.ts'
import { besideUpdates, showUpdatesBySite, showUpdatesOfSite } from './updates-over-rest.ts'

const unpaged = 1000
const names = { id_or_domain: 'site_id_or_domain' }
const slugs = { slug: 'slugs' }

const kinds: [string, IgnorableType, string][] = [
  ['wp', 'core', 'WordPress updates'],
  ['plugins', 'plugin', 'Plugin updates'],
  ['themes', 'theme', 'Theme updates'],
]
const actions: [IgnoreAction, string][] = [
  ['ignore', 'ignored'],
  ['unignore', 'no longer ignored'],
]

/** Ignoring and taking it back, for each kind: on one site and on all of them. */
const ignoring = kinds.flatMap(([kind, type, what]) =>
  actions.flatMap(([action, done]) => {
    const fixed = { type, action }
    return [
      route(`POST|PUT|PATCH /updates/{id_or_domain}/${action}/${kind}`, ignoreSiteUpdates, {
        names: { ...names, ...slugs },
        fixed,
        message: `${what} are ${done} on this site.`,
      }),
      route(`POST|PUT|PATCH /updates/${action}/${kind}`, ignoreUpdatesEverywhere, {
        names: slugs,
        fixed,
        message: `${what} are ${done} on every site.`,
      }),
    ]
  }),
)

export const addresses = [
  // Pages are of sites, so that what waits on a site is never torn apart.
  route('GET /updates', listUpdatesBySite, {
    list: 'updates',
    unpaged,
    toData: showUpdatesBySite,
    envelopeFields: besideUpdates,
  }),
  route('GET /updates/ignored', listIgnoredItems, { toData: showIgnored }),
  route('GET /updates/ignored/rules', listIgnoredUpdates, { list: 'ignored' }),
  route('POST /updates/ignored/rules', ignoreUpdatesEverywhere, { message: 'The rule holds on every site.' }),
  route('GET /updates/items', listUpdateItems, { list: 'items' }),
  route('GET /updates/items/{type}/{slug}/sites', listUpdateItemSites, { list: 'items' }),
  route('GET /updates/clients', listUpdatesByClient, { list: 'items' }),
  route('GET /updates/tags', listUpdatesByTag, { list: 'items' }),
  route('GET /updates/{id_or_domain}', listUpdatesBySite, {
    names,
    toData: showUpdatesOfSite,
    envelopeFields: besideUpdates,
  }),
  route('GET /updates/{id_or_domain}/ignored', listIgnoredItems, { names, toData: showIgnoredOnSite }),
  ...ignoring,
]
