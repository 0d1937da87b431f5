import type { Actor } from '../../operation/actor.ts'
import type { DemoContext, DemoSite } from './demo-context.ts'
import type { OutsideChanges } from './outside-changes.ts'
import type { Backlog } from './prepare-site.ts'

interface Round {
  daysAgo: number
  sites: Map<DemoSite, string[]>
}

const firstDay = 29
const rounds = 14

/** Installs the backlog of updates in rounds over the last month, on the simulated sites. */
export async function runPastUpdates(context: DemoContext, backlog: Backlog, outside: OutsideChanges, worker: Actor) {
  const planned = planRounds(backlog)
  failOnce(planned)
  let items = 0
  for (const { daysAgo, sites } of planned) {
    context.clock.setDaysAgo(daysAgo)
    outside.revealUntil(context.clock.now())
    for (const [{ id }, slugs] of sites) {
      await context.run('update-one-site', { site_id_or_domain: id, type: ['plugins'], slugs }, worker)
      items += slugs.length
    }
  }
  return items
}

/** Each site is in a round about every ten days. */
function planRounds(backlog: Backlog): Round[] {
  const planned = Array.from({ length: rounds }, (_, number): Round => {
    // In the morning, not on the full hour.
    return { daysAgo: firstDay - (number * firstDay) / rounds + 0.07, sites: new Map() }
  })
  for (const [siteIndex, [site, slugs]] of [...backlog].entries()) {
    for (const [number, slug] of slugs.entries()) {
      const sites = planned[(siteIndex * 3 + number * 5) % rounds]?.sites
      sites?.set(site, [...(sites.get(site) ?? []), slug])
    }
  }
  return planned.filter(({ sites }) => sites.size > 0)
}

/** Some updates fail and stay pending. */
function failOnce(planned: readonly Round[]): void {
  for (const [round, behaviour] of [
    [2, 'rollback'],
    [5, 'download-failure'],
  ] as const) {
    const [last] = [...(planned[round]?.sites ?? [])].reverse()
    const slug = last?.[1][0]
    if (last && slug) last[0].site.onUpdate(slug, behaviour, { times: 1 })
  }
}

/** Two updates on one site each, and one on all sites. */
export async function ignoreUpdates({ run, sites }: DemoContext, worker: Actor): Promise<number> {
  const managed = sites.filter(({ role }, index) => role === 'well' && index > 1)
  const withPlugin = managed.find(({ site }) => site.plugins.some(({ offer }) => offer))
  const withTheme = managed.find(({ site }) => site.themes.some(({ offer }) => offer))
  const theme = withTheme?.site.themes.find(({ offer }) => offer)
  const offered = managed.flatMap(({ site }) => site.plugins.filter(({ offer }) => offer))
  const plugin = withPlugin?.site.plugins.find(({ offer }) => offer)
  let ignored = 0
  if (withPlugin && plugin) {
    const input = { site_id_or_domain: withPlugin.id, action: 'add', slugs: [plugin.entry.file] }
    await run('ignore-site-plugins', { ...input, version: plugin.offer?.version }, worker)
    ignored++
  }
  if (withTheme && theme) {
    const input = { site_id_or_domain: withTheme.id, action: 'add', slugs: [theme.entry.slug] }
    await run('ignore-site-themes', input, worker)
    ignored++
  }
  const onAllSites = offered.find(({ entry }) => entry.file !== plugin?.entry.file)
  if (onAllSites) {
    await run('ignore-updates-everywhere', { action: 'ignore', type: 'plugin', slugs: [onAllSites.entry.file] })
    ignored++
  }
  return ignored
}
