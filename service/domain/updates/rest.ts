import { batch, route } from '../../operation/address.ts'
import type { IgnorableType, IgnoreAction } from './ignored-update.ts'
import { ignoreSiteUpdates } from './operations/ignore-site-updates.ts'
import { ignoreUpdatesEverywhere } from './operations/ignore-updates-everywhere.ts'
import { listIgnoredItems } from './operations/list-ignored-items.ts'
import { listIgnoredUpdates } from './operations/list-ignored-updates.ts'
import { listUpdateHistory } from './operations/list-update-history.ts'
import { listUpdateItemSites } from './operations/list-update-item-sites.ts'
import { listUpdateItems } from './operations/list-update-items.ts'
import { listUpdatesByClient } from './operations/list-updates-by-client.ts'
import { listUpdatesBySite } from './operations/list-updates-by-site.ts'
import { listUpdatesByTag } from './operations/list-updates-by-tag.ts'
import { runUpdates } from './operations/run-updates.ts'
import { updateAll } from './operations/update-all.ts'
import { updateOneSite } from './operations/update-one-site.ts'
import { updateSiteCore } from './operations/update-site-core.ts'
import { updateSitePlugins } from './operations/update-site-plugins.ts'
import { updateSiteThemes } from './operations/update-site-themes.ts'
import { updateSiteTranslations } from './operations/update-site-translations.ts'
import {
  besideUpdates,
  showIgnored,
  showIgnoredOnSite,
  showUpdatesBySite,
  showUpdatesOfSite,
  siteReportShape,
  translationReportShape,
} from './rest-shapes.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const namesOfItems = { ...names, slug: 'slugs' }
const changes = 'POST|PUT|PATCH'

const types: [string, IgnorableType, string][] = [
  ['wp', 'core', 'WordPress updates'],
  ['plugins', 'plugin', 'Plugin updates'],
  ['themes', 'theme', 'Theme updates'],
]
const actions: [IgnoreAction, string][] = [
  ['ignore', 'ignored'],
  ['unignore', 'no longer ignored'],
]

/** Ignoring and no longer ignoring each type: on one site and on every site. */
const ignoreRoutes = types.flatMap(([name, type, updates]) =>
  actions.flatMap(([action, done]) => {
    const fixed = { type, action }
    return [
      route(`${changes} /updates/{id_or_domain}/${action}/${name}`, ignoreSiteUpdates, {
        names: namesOfItems,
        fixed,
        message: `${updates} are ${done} on this site.`,
      }),
      route(`${changes} /updates/${action}/${name}`, ignoreUpdatesEverywhere, {
        names: { slug: 'slugs' },
        fixed,
        message: `${updates} are ${done} on every site.`,
      }),
    ]
  }),
)

export const addresses = [
  // Pages are of sites, so that the updates of a site are never split.
  route('GET /updates', listUpdatesBySite, {
    list: 'updates',
    toData: showUpdatesBySite,
    envelopeFields: besideUpdates,
  }),
  route('GET /updates/ignored', listIgnoredItems, { toData: showIgnored }),
  route('GET /updates/ignored/rules', listIgnoredUpdates, { list: 'ignored' }),
  route('POST /updates/ignored/rules', ignoreUpdatesEverywhere, { message: 'The rule applies to every site.' }),
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
  ...ignoreRoutes,

  route('GET /updates/history', listUpdateHistory, { list: 'items' }),
  route(`${changes} /updates/update`, updateAll, {
    names: { include: 'site_ids_or_domains' },
    message: 'Updates done, or queued as a job.',
  }),
  route(`${changes} /updates/run`, runUpdates, {
    names: { include: 'site_ids_or_domains', slug: 'specific_items' },
    message: 'Updates done, or queued as a job.',
  }),
  route(`${changes} /updates/{id_or_domain}/update`, updateOneSite, { names, message: 'Updates of the site done.' }),
  route(`${changes} /updates/{id_or_domain}/update/wp`, updateSiteCore, {
    names,
    message: 'WordPress is up to date, as far as it may be updated.',
    toData: ({ updated, old_version, new_version }: { updated: boolean; old_version: string; new_version: string }) => {
      return { updated, old_version, version: new_version, new_version }
    },
  }),
  route(`${changes} /updates/{id_or_domain}/update/plugins`, updateSitePlugins, {
    names: namesOfItems,
    message: 'Plugin updates done.',
    ...siteReportShape,
  }),
  route(`${changes} /updates/{id_or_domain}/update/themes`, updateSiteThemes, {
    names: namesOfItems,
    message: 'Theme updates done.',
    ...siteReportShape,
  }),
  route(`${changes} /updates/{id_or_domain}/update/translations`, updateSiteTranslations, {
    names: namesOfItems,
    message: 'Translation updates done.',
    ...translationReportShape,
  }),

  batch('updates.update', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
  batch('updates.create', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
]
