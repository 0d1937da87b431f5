import { pluginMeta } from '../content/history.ts'
import type { LogEvent, OutsideAction } from './model.ts'
import type { Site } from './site.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

export type EventSketch = Pick<LogEvent, 'type' | 'context' | 'action'> & Partial<LogEvent>

/** Changes made by a person at the site itself, not by a signed call; they appear in the two change logs. */
export class ByHand {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  activatePlugin(file: string): void {
    const plugin = this.#plugin(file)
    plugin.active = true
    this.event({ type: 1461, context: 'plugin', action: 'activated', meta: pluginMeta(plugin) })
  }

  deactivatePlugin(file: string): void {
    const plugin = this.#plugin(file)
    plugin.active = false
    this.action('plugins', 'deactivated', plugin.entry.name, file)
  }

  deletePlugin(file: string): void {
    const { entry } = this.#plugin(file)
    this.#site.plugins = this.#site.plugins.filter((plugin) => plugin.entry.file !== file)
    this.action('plugins', 'deleted', entry.name, file)
  }

  updatePlugin(file: string, version: string): void {
    const plugin = this.#plugin(file)
    plugin.version = version
    plugin.offer = plugin.offer?.version === version ? null : plugin.offer
    this.event({ type: 1970, context: 'plugin', action: 'updated', meta: pluginMeta(plugin) })
  }

  activateTheme(slug: string): void {
    this.#site.activeTheme = slug
    this.action('themes', 'activated', this.#site.theme(slug)?.entry.name ?? slug, slug)
  }

  deleteTheme(slug: string): void {
    const name = this.#site.theme(slug)?.entry.name ?? slug
    this.#site.themes = this.#site.themes.filter((theme) => theme.entry.slug !== slug)
    this.action('themes', 'deleted', name, slug)
  }

  updateCore(version: string): void {
    const { core } = this.#site
    core.installed = version
    if (core.offered === version) core.offered = null
    this.action('wordpress', 'updated', 'WordPress', version)
    this.event({ type: 1960, context: 'wordpress', action: 'updated', meta: { newversion: version } })
  }

  logIn(login = this.#site.adminLogin): void {
    this.event({ type: 1570, context: 'user', action: 'logged-in', login })
  }

  /** Adds a row to stream 2, now unless `seconds` and `micros` are given. */
  event(sketch: EventSketch): LogEvent | null {
    const { settings } = this.#site
    if (!settings.eventsEnabled || settings.ignoredEvents.includes(sketch.type)) return null
    const milliseconds = this.#site.fleetSettings.clock.now().getTime()
    const events = this.#site.events
    const event: LogEvent = {
      id: (events.at(-1)?.id ?? 0) + 1,
      seconds: Math.floor(milliseconds / 1000),
      micros: (milliseconds % 1000) * 1000 + this.#site.random.below(1000),
      login: this.#site.adminLogin,
      agent: browser,
      ip: '203.0.113.9',
      meta: {},
      ...sketch,
    }
    events.push(event)
    return event
  }

  /** Adds an entry to stream 1, if a dashboard is connected. */
  action(context: OutsideAction['context'], action: string, name: string, slug: string): OutsideAction | null {
    const kind = { plugins: 'plugin', themes: 'theme', wordpress: 'core' }[context]
    const ignored = kind === 'core' ? 'core_updated' : `${kind}_${action.replace(/d$/, '')}`
    if (!this.#site.connection || this.#site.settings.ignoredActions.includes(ignored)) return null
    const created = this.#site.fleetSettings.clock.now().getTime() / 1000 + this.#site.random.below(1000) / 1_000_000
    const entry: OutsideAction = {
      key: `${Math.floor(created)}${this.#site.random.between(1000, 9999)}`,
      context,
      action,
      login: this.#site.adminLogin,
      created,
      summary: `"${name}" ${kind} ${action} `,
      name,
      slug,
    }
    this.#site.actions.push(entry)
    return entry
  }

  #plugin(file: string) {
    const plugin = this.#site.plugin(file)
    if (!plugin) throw new Error(`There is no plugin ${file} on this site.`)
    return plugin
  }
}
