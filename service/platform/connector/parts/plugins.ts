import type { ChildSite, How } from '../child-site.ts'
import { determineActionOutcome, type ItemOutcome, type SoftwareAction } from '../outcomes.ts'
import { checkedSlugs } from '../reading/slugs.ts'
import { asMap, isMap } from '../reading/values.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import { type Plugin, readPlugins } from '../snapshot/software.ts'
import { changeAndVerify } from './change.ts'
import { callForMap, type Kit } from './kit.ts'

/** The outcome of each item, and the parts of the site that were read with it. */
export interface Outcomes {
  items: ItemOutcome[]
  snapshot?: SiteSnapshot
}

export interface PluginCalls {
  listPlugins(site: ChildSite, how?: How): Promise<Plugin[]>
  activatePlugins(site: ChildSite, slugs: readonly string[], how?: How): Promise<Outcomes>
  deactivatePlugins(site: ChildSite, slugs: readonly string[], how?: How): Promise<Outcomes>
  /** Active ones are deactivated first. */
  deletePlugins(site: ChildSite, slugs: readonly string[], how?: How): Promise<Outcomes>
}

export function pluginCalls(kit: Kit): PluginCalls {
  async function act(
    action: SoftwareAction,
    site: ChildSite,
    given: readonly string[],
    how: How = {},
  ): Promise<Outcomes> {
    const slugs = checkedSlugs('plugin', given)
    const isDone = (snapshot: SiteSnapshot) =>
      slugs.every((slug) => {
        const seen = snapshot.plugins?.find((plugin) => plugin.slug === slug)
        return action === 'delete' ? !seen : seen?.active === (action === 'activate')
      })
    const call = {
      function: 'plugin_action',
      fields: { action, plugin: slugs.join('||') },
      deadline: 'update',
    } as const
    return kit.locks.hold(site.id, async () => {
      const { reply, failure, snapshot } = await changeAndVerify(
        kit,
        site,
        { call, shownBy: ['plugins'], happened: isDone },
        how,
      )
      const touched = asMap(asMap(reply.other_data).plugin_action_data)
      const items = slugs.map((slug) => {
        const seen = snapshot && (snapshot.plugins?.find((plugin) => plugin.slug === slug) ?? null)
        return determineActionOutcome({ slug, action, touched: isMap(touched[slug]), failure, seen })
      })
      return { items, ...(snapshot && { snapshot }) }
    })
  }

  return {
    async listPlugins(site, how) {
      const { data } = await callForMap(
        kit,
        site,
        { function: 'get_all_plugins', fields: { filter: 0 }, deadline: 'short' },
        how,
      )
      return readPlugins(new PartReader(kit.clock.now()), data) ?? []
    },
    activatePlugins: (site, slugs, how) => act('activate', site, slugs, how),
    deactivatePlugins: (site, slugs, how) => act('deactivate', site, slugs, how),
    deletePlugins: (site, slugs, how) => act('delete', site, slugs, how),
  }
}
