import { batch, route } from '../../operation/address.ts'
import type { IgnorableType, IgnoreAction } from './ignored-update.ts'
import { explainSiteUpdates } from './operations/explain-site-updates.ts'
import { getUpdateEvidence } from './operations/get-update-evidence.ts'
import { getUpdateNotes } from './operations/get-update-notes.ts'
import { getUpdateScreenshot } from './operations/get-update-screenshot.ts'
import { ignoreSiteUpdates } from './operations/ignore-site-updates.ts'
import { ignoreUpdatesEverywhere } from './operations/ignore-updates-everywhere.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { listIgnoredItems } from './operations/list-ignored-items.ts'
import { listIgnoredUpdates } from './operations/list-ignored-updates.ts'
import { listItemReleases } from './operations/list-item-releases.ts'
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
  coreShape,
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
        id: `${action}-site-${type}-updates`,
        fixed,
        message: `${updates} are ${done} on this site.`,
      }),
      route(`${changes} /updates/${action}/${name}`, ignoreUpdatesEverywhere, {
        names: { slug: 'slugs' },
        id: `${action}-${type}-updates-everywhere`,
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
  route('GET /updates/items/{type}/{slug}/releases', listItemReleases, { list: 'releases' }),
  route('GET /sites/{id_or_domain}/updates/notes', getUpdateNotes, { names }),
  route('GET /updates/screenshots/{run}/{moment}', getUpdateScreenshot),
  route('GET /updates/clients', listUpdatesByClient, { list: 'items' }),
  route('GET /updates/tags', listUpdatesByTag, { list: 'items' }),
  route('GET /updates/{id_or_domain}', listUpdatesBySite, {
    id: 'list-updates-of-site',
    names,
    toData: showUpdatesOfSite,
    envelopeFields: besideUpdates,
  }),
  route('GET /updates/{id_or_domain}/reasons', explainSiteUpdates, { names, list: 'items' }),
  route('GET /updates/{id_or_domain}/ignored', listIgnoredItems, {
    id: 'list-ignored-items-of-site',
    names,
    toData: showIgnoredOnSite,
  }),
  ...ignoreRoutes,

  route('GET /updates/history', listUpdateHistory, { list: 'items' }),
  route('GET /updates/history/{id}', getUpdateEvidence, { names: { id: 'update_id' } }),
  route(`${changes} /updates/update`, updateAll, {
    names: { include: 'site_ids_or_domains' },
  }),
  route(`${changes} /updates/run`, runUpdates, {
    names: { include: 'site_ids_or_domains', slug: 'specific_items' },
    queuedMessage: 'Queued as a job: status_url has its progress and results.',
  }),
  route(`${changes} /updates/{id_or_domain}/update`, updateOneSite, { names }),
  route(`${changes} /updates/{id_or_domain}/update/wp`, updateSiteCore, {
    names,
    ...coreShape,
  }),
  route(`${changes} /updates/{id_or_domain}/update/plugins`, updateSitePlugins, {
    names: namesOfItems,
    ...siteReportShape,
  }),
  route(`${changes} /updates/{id_or_domain}/update/themes`, updateSiteThemes, {
    names: namesOfItems,
    ...siteReportShape,
  }),
  route(`${changes} /updates/{id_or_domain}/update/translations`, updateSiteTranslations, {
    names: namesOfItems,
    ...translationReportShape,
  }),
  route('POST /sites/{id_or_domain}/software/install', installSiteVersion, { names }),

  batch('updates.update', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
  batch('updates.create', updateOneSite, 'site_id_or_domain', { names: { site: 'site_id_or_domain' } }),
]
