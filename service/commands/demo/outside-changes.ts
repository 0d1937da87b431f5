import type { Site } from '../../../simulator/index.ts'
import type { DemoContext, DemoSite } from './demo-context.ts'

type Logs = Pick<Site, 'events' | 'actions'>

/** Holds back log entries of the sites until the clock of the demo reaches their time. */
export class OutsideChanges {
  readonly #ahead: Map<Site, Logs>

  constructor(sites: readonly DemoSite[]) {
    this.#ahead = new Map(sites.map(({ site }) => [site, { events: site.events, actions: site.actions }]))
    for (const { site } of sites) Object.assign(site, { events: [], actions: [] })
  }

  revealUntil(now: Date): void {
    const seconds = now.getTime() / 1000
    for (const [site, ahead] of this.#ahead) {
      const due = {
        events: ahead.events.filter((event) => event.seconds <= seconds),
        actions: ahead.actions.filter((action) => action.created <= seconds),
      }
      const first = (site.events.at(-1)?.id ?? 0) + 1
      site.events = [...site.events, ...due.events.map((event, index) => ({ ...event, id: first + index }))]
      site.actions = [...site.actions, ...due.actions]
      this.#ahead.set(site, {
        events: ahead.events.filter((event) => event.seconds > seconds),
        actions: ahead.actions.filter((action) => action.created > seconds),
      })
    }
  }
}

/** Changes made directly on the sites, outside of Flotilla. */
export function changeSitesDirectly({ sites }: Pick<DemoContext, 'sites'>, at: (daysAgo: number) => void): void {
  const changed = sites.filter((_, index) => index % 4 === 0)
  for (const [index, { site }] of changed.entries()) {
    at(0.9 - index * 0.05)
    site.byHand.logIn()
    const plugin = site.plugins.find(({ active, entry }) => active && !entry.mustUse && entry.release)
    if (plugin) site.byHand.deactivatePlugin(plugin.entry.file)
    if (index % 2 === 0) site.byHand.event({ type: 1910, context: 'system-setting', action: 'modified' })
  }
}
