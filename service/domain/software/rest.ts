import { batch, route } from '../../operation/address.ts'
import { activateSitePlugins } from './operations/activate-site-plugins.ts'
import { activateSiteTheme } from './operations/activate-site-theme.ts'
import { deactivateSitePlugins } from './operations/deactivate-site-plugins.ts'
import { deleteSitePlugins } from './operations/delete-site-plugins.ts'
import { deleteSiteThemes } from './operations/delete-site-themes.ts'
import { exportInventory } from './operations/export-inventory.ts'
import { getAbandonedPlugins } from './operations/get-abandoned-plugins.ts'
import { getAbandonedThemes } from './operations/get-abandoned-themes.ts'
import { getSitePlugins } from './operations/get-site-plugins.ts'
import { getSiteThemes } from './operations/get-site-themes.ts'
import { listInventory } from './operations/list-inventory.ts'
import { listInventorySites } from './operations/list-inventory-sites.ts'

/** Over REST the site is a field beside the data. */
interface AboutSite {
  site?: unknown
}

const siteOf = ({ site }: AboutSite) => (site === undefined ? {} : { site })

const siteAndErrors = ({ site, errors }: AboutSite & { errors: unknown[] }) => ({ errors, site })

const besideThemes = ({ site, active_theme }: AboutSite & { active_theme: string }) => ({ active_theme, site })

/** Clients of the established product read both themes. */
const showSwitchedTheme = ({ theme, previous }: { theme: unknown; previous: unknown }) => ({
  activate: theme,
  deactivate: previous,
})

const names = { id_or_domain: 'site_id_or_domain' }
const namesOfMany = { ...names, slug: 'slugs' }

// The REST of the established product has any where its abilities have all.
const valueAliases = { status: { any: 'all' } }
const plugins = { list: 'plugins', envelopeFields: siteOf }
const themes = { list: 'themes', envelopeFields: besideThemes }
const abandoned = { list: 'items', envelopeFields: siteOf }
const changedPlugins = { toData: ({ plugins }: { plugins: unknown[] }) => plugins, envelopeFields: siteAndErrors }
const changedThemes = { toData: ({ themes }: { themes: unknown[] }) => themes, envelopeFields: siteAndErrors }
const itemSites = { list: 'items', envelopeFields: ({ versions }: { versions: unknown[] }) => ({ versions }) }

export const addresses = [
  route('GET /sites/{id_or_domain}/plugins', getSitePlugins, { names, valueAliases, ...plugins }),
  route('GET /sites/{id_or_domain}/plugins/abandoned', getAbandonedPlugins, {
    id: 'get-site-abandoned-plugins',
    names,
    ...abandoned,
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/plugins/activate', activateSitePlugins, {
    names: namesOfMany,
    ...changedPlugins,
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/plugins/deactivate', deactivateSitePlugins, {
    names: namesOfMany,
    ...changedPlugins,
  }),
  route('DELETE /sites/{id_or_domain}/plugins/delete', deleteSitePlugins, { names: namesOfMany, ...changedPlugins }),

  route('GET /sites/{id_or_domain}/themes', getSiteThemes, { names, valueAliases, ...themes }),
  route('GET /sites/{id_or_domain}/themes/abandoned', getAbandonedThemes, {
    id: 'get-site-abandoned-themes',
    names,
    ...abandoned,
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/themes/activate', activateSiteTheme, {
    names,
    toData: showSwitchedTheme,
    envelopeFields: siteOf,
  }),
  route('DELETE /sites/{id_or_domain}/themes/delete', deleteSiteThemes, { names: namesOfMany, ...changedThemes }),

  route('GET /plugins/abandoned', getAbandonedPlugins, { list: 'items' }),
  route('GET /themes/abandoned', getAbandonedThemes, { list: 'items' }),
  route('GET /inventory', listInventory, { list: 'items' }),
  route('GET /inventory/export', exportInventory),
  route('GET /inventory/plugins', listInventory, {
    id: 'list-inventory-plugins',
    list: 'items',
    fixed: { type: 'plugin' },
  }),
  route('GET /inventory/themes', listInventory, {
    id: 'list-inventory-themes',
    list: 'items',
    fixed: { type: 'theme' },
  }),
  route('GET /inventory/sites', listInventorySites, itemSites),
  route('GET /inventory/plugins/{slug}/sites', listInventorySites, {
    id: 'list-inventory-plugin-sites',
    ...itemSites,
    fixed: { type: 'plugin' },
  }),
  route('GET /inventory/themes/{slug}/sites', listInventorySites, {
    id: 'list-inventory-theme-sites',
    ...itemSites,
    fixed: { type: 'theme' },
  }),

  batch('sites.plugins', getSitePlugins, 'site_id_or_domain', plugins),
  batch('sites.themes', getSiteThemes, 'site_id_or_domain', themes),
]
