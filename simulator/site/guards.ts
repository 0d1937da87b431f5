import type { PluginEntry, ThemeEntry } from './model.ts'
import type { LoadContext } from './releases.ts'
import type { Site } from './site.ts'

export interface Guard {
  readonly id: string
  readonly type: 'plugin' | 'theme'
  readonly slug: string
  /** Of the copy. */
  readonly version: string
  /** Also of the copy: other software may have replaced it. */
  readonly entry: PluginEntry | ThemeEntry
  readonly vulnerable: boolean
  readonly token: string
  /** Unix seconds. */
  readonly expires: number
  state: 'armed' | 'restored' | 'deactivated' | 'left_broken'
  culprit: { message: string; file: string; line: number; at: number; context: LoadContext } | null
  /** Contexts in which a fatal error was seen without a healthy load after it. */
  readonly fatal: Set<LoadContext>
}

/** The update guards of a site: their documented effects, without their code. */
export class Guards {
  readonly #site: Site
  readonly #guards = new Map<string, Guard>()
  /** False: the site cannot request itself, so guards act only on requests of Flotilla. */
  loopback = true

  constructor(site: Site) {
    this.#site = site
  }

  /** Guards on the site; expired ones remove themselves. */
  get all(): readonly Guard[] {
    if (this.#guards.size === 0) return []
    const now = this.#site.now()
    for (const guard of this.#guards.values()) if (guard.expires <= now) this.#guards.delete(guard.id)
    return [...this.#guards.values()]
  }

  get(id: string): Guard | undefined {
    return this.all.find((guard) => guard.id === id)
  }

  add(guard: Guard): void {
    this.#guards.set(guard.id, guard)
  }

  remove(id: string): boolean {
    return this.#guards.delete(id)
  }

  isArmed(slug: string): boolean {
    return this.all.some((guard) => guard.slug === slug && guard.state === 'armed')
  }

  installedVersion({ type, slug }: Pick<Guard, 'type' | 'slug'>): string | undefined {
    return (type === 'plugin' ? this.#site.plugin(slug) : this.#site.theme(slug))?.version
  }

  isChanged(guard: Guard): boolean {
    return this.installedVersion(guard) !== guard.version
  }

  /** A request loaded: earlier fatal errors were caused by their requests. */
  loaded(context: LoadContext): void {
    for (const guard of this.all) guard.fatal.delete(context)
  }

  /** A request ended with a fatal error while WordPress loaded. `isClean`: another request without its parameters fails too. */
  failed(slug: string, context: LoadContext, header: string | undefined, isClean: boolean): void {
    const guard = this.all.find((each) => each.slug === slug && each.state === 'armed' && this.isChanged(each))
    if (!guard) return
    const isOurs = header?.split(',').some((token) => token.trim() === guard.token) ?? false
    const isRepeated = guard.fatal.has(context)
    guard.culprit = {
      message: 'Uncaught Error: Call to undefined function broken_release()',
      file: guard.type === 'plugin' ? `wp-content/plugins/${slug}` : `wp-content/themes/${slug}/functions.php`,
      line: 12,
      at: this.#site.now(),
      context,
    }
    if (isClean) guard.fatal.add(context)
    // Its own clean request fails in the same way, at once.
    if ((isOurs && isRepeated) || (this.loopback && isClean)) this.act(guard)
  }

  /** Puts the copy back, or deactivates. */
  act(guard: Guard): void {
    const { type, slug, version, vulnerable } = guard
    const before = this.installedVersion(guard)
    const plugin = type === 'plugin' ? this.#site.plugin(slug) : undefined
    const item = plugin ?? (type === 'theme' ? this.#site.theme(slug) : undefined)
    if (!item) return
    if (vulnerable) {
      if (plugin) plugin.active = false
      guard.state = plugin ? 'deactivated' : 'left_broken'
    } else {
      // WordPress offers the same release again.
      if (before !== undefined && before !== version) item.offer = { version: before }
      Object.assign(item, { version, entry: guard.entry })
      guard.state = 'restored'
    }
    this.#site.maintenance = false
    const effect = { what: `${type} ${guard.state}`, subject: slug, from: before, to: item.version }
    this.#site.record('guard', {}, [effect])
  }

  clear(): void {
    this.#guards.clear()
    this.loopback = true
  }
}
