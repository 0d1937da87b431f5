import { z } from 'zod'
import {
  type BulkAction,
  type BulkSite,
  bulkAction,
  type LeftOutSite,
  type SplitSites,
} from '../../operation/bulk-action.ts'
import type { Context } from '../../operation/context.ts'
import { activateSitePlugins } from './operations/activate-site-plugins.ts'
import { activateSiteTheme } from './operations/activate-site-theme.ts'
import { deactivateSitePlugins } from './operations/deactivate-site-plugins.ts'
import { deleteSitePlugins } from './operations/delete-site-plugins.ts'
import { deleteSiteThemes } from './operations/delete-site-themes.ts'
import { alreadyDone, type RequestedChange, refusalOf } from './plan-change.ts'
import { listSoftwareOfSites } from './site-software-store.ts'
import { type Item, PluginSlugs, ThemeSlug, ThemeSlugs } from './software.ts'

/** A site is ready if at least one of the items would be changed there. The connector and must-use plugins never are. */
async function splitByChange(
  sites: readonly BulkSite[],
  { slugs, ...change }: RequestedChange & { slugs: readonly string[] },
  { db }: Pick<Context, 'db'>,
): Promise<SplitSites> {
  const siteIds = sites.map(({ id }) => id)
  const items = Map.groupBy(await listSoftwareOfSites(db, siteIds, change.kind, slugs), ({ site_id }) => site_id)
  const split: SplitSites = { ready: [], leftOut: [] }
  for (const site of sites) {
    const reasons = (items.get(site.id) ?? []).map((item) => reasonAgainst(change, item))
    if (reasons.includes(null)) split.ready.push(site)
    else split.leftOut.push({ site, ...(reasons[0] ?? notThere(site)) })
  }
  return split
}

type Reason = Pick<LeftOutSite, 'code' | 'message'>

function reasonAgainst(change: RequestedChange, item: Item): Reason | null {
  const refusal = refusalOf(change, item)
  if (refusal) return refusal
  const done = alreadyDone(change, item)
  return done === undefined ? null : { code: 'svc_nothing_to_do', message: done }
}

const notThere = ({ url }: BulkSite): Reason => ({
  code: 'svc_not_installed',
  message: `It was not on ${url} at the last sync.`,
})

const ofSite = ({ id }: BulkSite, options: object) => ({ site_id_or_domain: id, ...options })
const Plugins = z.strictObject({ slugs: PluginSlugs })

export const softwareBulkActions: BulkAction[] = [
  bulkAction({
    name: 'activate-plugins',
    operation: activateSitePlugins,
    kind: 'activate-plugins',
    options: Plugins,
    needsConnection: true,
    split: (sites, { slugs }, context) => splitByChange(sites, { kind: 'plugin', action: 'activate', slugs }, context),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'deactivate-plugins',
    operation: deactivateSitePlugins,
    kind: 'deactivate-plugins',
    options: Plugins,
    needsConnection: true,
    split: (sites, { slugs }, context) =>
      splitByChange(sites, { kind: 'plugin', action: 'deactivate', slugs }, context),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'delete-plugins',
    operation: deleteSitePlugins,
    kind: 'delete-plugins',
    options: Plugins.extend({ force: z.boolean().default(false).describe('Delete active plugins too.') }),
    needsConnection: true,
    split: (sites, change, context) => splitByChange(sites, { kind: 'plugin', action: 'delete', ...change }, context),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'activate-theme',
    operation: activateSiteTheme,
    kind: 'activate-theme',
    options: z.strictObject({ slug: ThemeSlug }),
    needsConnection: true,
    split: (sites, { slug }, context) =>
      splitByChange(sites, { kind: 'theme', action: 'activate', slugs: [slug] }, context),
    inputOf: ofSite,
  }),
  bulkAction({
    name: 'delete-themes',
    operation: deleteSiteThemes,
    kind: 'delete-themes',
    options: z.strictObject({ slugs: ThemeSlugs }),
    needsConnection: true,
    split: (sites, { slugs }, context) => splitByChange(sites, { kind: 'theme', action: 'delete', slugs }, context),
    inputOf: ofSite,
  }),
]
