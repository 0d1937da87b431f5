import { simpleSite, siteOf, theSite } from './further-calls.ts'
import { json, map, text, unixTime } from './values.ts'
import type { RouteView, ViewContext, Views } from './view.ts'

interface Item {
  slug: string
  name: string
  version: string
  active: boolean
  update_version: string | null
}

const showItem = ({ slug, name, version, active, update_version }: Item) => ({
  slug,
  name,
  version,
  active,
  update_version,
})
const software = (list: 'plugins' | 'themes'): RouteView => ({
  ...theSite,
  body: (output: { total: number } & Record<typeof list, Item[]>, context: ViewContext) => ({
    success: 1,
    total: output.total,
    data: output[list].map(showItem),
    site: simpleSite(context),
  }),
})

const changed = ({ name, version, slug }: Pick<Item, 'name' | 'version' | 'slug'>) => ({ name, version, slug })

const changedPlugins: RouteView = {
  ...theSite,
  body: ({ plugins }: { plugins: Item[] }, context: ViewContext) => ({
    ...refusalOf(context),
    data: plugins.map(changed),
    site: simpleSite(context),
  }),
}

/** `success: 1`, or why nothing was done. */
const refusalOf = ({ own }: ViewContext) => (own.success === 1 ? { success: 1 } : { success: 0, error: own.message })

const abandoned: RouteView = {
  also: ({ site }: { site: { id: number } }) => ({ site: siteOf(site.id) }),
  body: ({ items, total }: { items: AbandonedItem[]; total: number }, context: ViewContext) => ({
    success: 1,
    total,
    data: map(
      items.map((item) => [
        item.slug,
        { Name: item.name, Version: item.version, last_updated: unixTime(item.last_updated) },
      ]),
    ),
    site: simpleSite(context),
  }),
}
interface AbandonedItem {
  slug: string
  name: string
  version: string
  last_updated: string | null
}

export const softwareViews: Views = {
  'GET /sites/{id_or_domain}/plugins': software('plugins'),
  'GET /sites/{id_or_domain}/themes': software('themes'),
  'GET /sites/{id_or_domain}/plugins/abandoned': abandoned,
  'GET /sites/{id_or_domain}/themes/abandoned': abandoned,
  'POST|PUT|PATCH /sites/{id_or_domain}/plugins/activate': changedPlugins,
  'POST|PUT|PATCH /sites/{id_or_domain}/plugins/deactivate': changedPlugins,
  'DELETE /sites/{id_or_domain}/plugins/delete': changedPlugins,
  'POST|PUT|PATCH /sites/{id_or_domain}/themes/activate': {
    also: ({ site }: { site: { id: number } }) => ({ site: siteOf(site.id) }),
    body: ({ theme, previous }: { theme: Item; previous: Item | null }, context: ViewContext) => ({
      success: 1,
      data: { ...(previous && { deactivate: changed(previous) }), activate: changed(theme) },
      site: simpleSite(context),
    }),
  },
  'DELETE /sites/{id_or_domain}/themes/delete': {
    ...theSite,
    body: ({ themes }: { themes: Item[] }, context: ViewContext) => ({
      ...refusalOf(context),
      data: map(themes.slice(-1).map((theme) => ['delete', changed(theme)])),
      site: simpleSite(context),
    }),
  },
  'GET /sites/{id_or_domain}/non-svc-changes': {
    ...theSite,
    body: ({ changes, total }: { changes: OutsideChange[]; total: number }, context: ViewContext) => {
      const site = simpleSite(context)
      return { success: 1, total, data: changes.map((change) => showChange(change, site)), site }
    },
  },
}

interface OutsideChange {
  log_id: number
  site_id: number
  item: string
  action: string
  context: string
  user_login: string
  created: number
}

/** Sites report more about a change to the established product; what is not stored here is empty or 0. */
const showChange = (change: OutsideChange, site: { name?: string; url?: string }) => ({
  log_id: text(change.log_id),
  site_id: text(change.site_id),
  log_type_id: '0',
  item: change.item,
  user_id: '0',
  user_login: change.user_login,
  action: change.action,
  context: change.context,
  connector: 'non-mainwp-changes',
  state: '1',
  created: change.created,
  duration: '0',
  dismiss: '0',
  meta_name: null,
  user_meta_json: json({ action_user: change.user_login }),
  extra_info: json({ name: change.item }),
  view_log_id: text(change.log_id),
  log_site_name: text(site.name),
  url: text(site.url),
})
