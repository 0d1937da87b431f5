import { batch, route } from '../../operation/address.ts'
import { activateSitePlugins } from './operations/activate-site-plugins.ts'
import { activateSiteTheme } from './operations/activate-site-theme.ts'
import { deactivateSitePlugins } from './operations/deactivate-site-plugins.ts'
import { deleteSitePlugins } from './operations/delete-site-plugins.ts'
import { deleteSiteThemes } from './operations/delete-site-themes.ts'
import { getAbandonedPlugins } from './operations/get-abandoned-plugins.ts'
import { getAbandonedThemes } from './operations/get-abandoned-themes.ts'
import { getSitePlugins } from './operations/get-site-plugins.ts'
import { getSiteThemes } from './operations/get-site-themes.ts'
import { listInventory } from './operations/list-inventory.ts'
import { listInventorySites } from './operations/list-inventory-sites.ts'
import { besideThemes, showSwitchedTheme, siteAndErrors, siteOf } from './software-over-rest.ts'

const unpaged = 1000
const names = { id_or_domain: 'site_id_or_domain' }
const namesOfMany = { ...names, slug: 'slugs' }

// The established product says any where its abilities say all.
const words = { status: { any: 'all' } }
const plugins = { list: 'plugins', beside: siteOf }
const themes = { list: 'themes', beside: besideThemes }
const abandoned = { list: 'items', unpaged, beside: siteOf }
const changedPlugins = { shows: ({ plugins }: { plugins: unknown[] }) => plugins, beside: siteAndErrors }
const changedThemes = { shows: ({ themes }: { themes: unknown[] }) => themes, beside: siteAndErrors }
const holders = { list: 'items', beside: ({ versions }: { versions: unknown[] }) => ({ versions }) }

export const addresses = [
  route('GET /sites/{id_or_domain}/plugins', getSitePlugins, { names, words, ...plugins }),
  route('GET /sites/{id_or_domain}/plugins/abandoned', getAbandonedPlugins, { names, ...abandoned }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/plugins/activate', activateSitePlugins, {
    names: namesOfMany,
    ...changedPlugins,
  }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/plugins/deactivate', deactivateSitePlugins, {
    names: namesOfMany,
    ...changedPlugins,
  }),
  route('DELETE /sites/{id_or_domain}/plugins/delete', deleteSitePlugins, { names: namesOfMany, ...changedPlugins }),

  route('GET /sites/{id_or_domain}/themes', getSiteThemes, { names, words, ...themes }),
  route('GET /sites/{id_or_domain}/themes/abandoned', getAbandonedThemes, { names, ...abandoned }),
  route('POST|PUT|PATCH /sites/{id_or_domain}/themes/activate', activateSiteTheme, {
    names,
    shows: showSwitchedTheme,
    beside: siteOf,
  }),
  route('DELETE /sites/{id_or_domain}/themes/delete', deleteSiteThemes, { names: namesOfMany, ...changedThemes }),

  route('GET /plugins/abandoned', getAbandonedPlugins, { list: 'items' }),
  route('GET /themes/abandoned', getAbandonedThemes, { list: 'items' }),
  route('GET /inventory', listInventory, { list: 'items' }),
  route('GET /inventory/plugins', listInventory, { list: 'items', fixed: { type: 'plugin' } }),
  route('GET /inventory/themes', listInventory, { list: 'items', fixed: { type: 'theme' } }),
  route('GET /inventory/sites', listInventorySites, holders),
  route('GET /inventory/plugins/{slug}/sites', listInventorySites, { ...holders, fixed: { type: 'plugin' } }),
  route('GET /inventory/themes/{slug}/sites', listInventorySites, { ...holders, fixed: { type: 'theme' } }),

  batch('sites.plugins', getSitePlugins, 'site_id_or_domain', plugins),
  batch('sites.themes', getSiteThemes, 'site_id_or_domain', themes),
]
