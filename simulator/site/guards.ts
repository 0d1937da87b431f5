import type { Plugin, PluginEntry, Theme, ThemeEntry } from './model.ts'
import type { LoadContext, ReleaseEffect } from './releases.ts'
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
  state: 'armed' | 'restored' | 'deactivated' | 'left_broken' | 'stood_down'
  /** Why it stood down. */
  why: 'changed' | null
  /** As it was when it was armed: brought back when it is gone. */
  readonly item: Plugin | Theme
  readonly wasActive: boolean
  /** A person changed the files after the update. */
  touched: boolean
  /** Seconds that the clock of the dashboard was ahead when it was armed. */
  readonly offset: number
  /** Of signed requests, with their times. */
  readonly nonces: Map<string, number>
  culprit: { message: string; file: string; line: number; at: number; context: LoadContext; hook: string } | null
  /** Contexts in which a fatal error was seen without a healthy load after it. */
  readonly fatal: Set<LoadContext | 'screen'>
}

const silentEnd = 'It ended the request while it was loaded.'
const messages: Partial<Record<ReleaseEffect, string>> = {
  'exhausts-memory': 'Allowed memory size of 268435456 bytes exhausted (tried to allocate 1000000 bytes)',
  'endless-loop': 'Maximum execution time of 30 seconds exceeded',
  'exit-at-load': silentEnd,
  'error-at-load': silentEnd,
}

/** The update guards of a site: their documented effects, without their code. */
export class Guards {
  readonly #site: Site
  readonly #guards = new Map<string, Guard>()
  /** False: the site cannot request itself, so guards act only on requests of Flotilla. */
  loopback = true
  /** Whether guards answer signed requests. */
  direct: 'ready' | 'no_openssl' | 'no_key' = 'ready'

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

  /** What the folder has now. */
  filesOf(guard: Guard): 'as_installed' | 'changed' | 'missing' | 'old' {
    const version = this.installedVersion(guard)
    if (version === undefined) return 'missing'
    if (guard.touched) return 'changed'
    return version === guard.version ? 'old' : 'as_installed'
  }

  /** A person or another program changes the files of an item. */
  touch(slug: string): void {
    for (const guard of this.all) if (guard.slug === slug) guard.touched = true
  }

  /** A request ended with a fatal error. `isClean`: another request without its parameters fails too. */
  failed(
    slug: string,
    context: LoadContext,
    { header, isClean, effect }: { header: string | undefined; isClean: boolean; effect: ReleaseEffect },
  ): void {
    const guard = this.all.find((each) => each.slug === slug && each.state === 'armed' && this.isChanged(each))
    if (!guard) return
    const isOurs = header?.split(',').some((token) => token.trim() === guard.token) ?? false
    const isRepeated = guard.fatal.has(context)
    guard.culprit = {
      message: messages[effect] ?? 'Uncaught Error: Call to undefined function broken_release()',
      file: guard.type === 'plugin' ? `wp-content/plugins/${slug}` : `wp-content/themes/${slug}/functions.php`,
      line: 12,
      at: this.#site.now(),
      context,
      hook: '',
    }
    // Limits and silent ends count in clean requests only.
    if (isClean && (isOurs || messages[effect] === undefined)) guard.fatal.add(context)
    // Its own clean request fails in the same way, at once.
    if ((isOurs && isRepeated) || (this.loopback && isClean)) this.restore(guard)
  }

  /** An administrator met a fatal error on a screen of the administration: the second one counts, without a check by a request. */
  failedOnScreen(slug: string): void {
    const guard = this.all.find((each) => each.slug === slug && each.state === 'armed' && this.isChanged(each))
    if (!guard) return
    const isRepeated = guard.fatal.has('screen')
    guard.fatal.add('screen')
    guard.culprit = {
      message: 'Uncaught Error: Call to undefined function broken_release()',
      file: `wp-content/plugins/${slug}`,
      line: 12,
      at: this.#site.now(),
      context: 'admin',
      hook: 'admin_menu',
    }
    if (isRepeated) this.restore(guard)
  }

  /** Puts the copy back, or deactivates; stands down when the files are not those that were installed. */
  restore(guard: Guard): void {
    const { type, slug, version, vulnerable } = guard
    if (guard.state !== 'armed') return
    if (this.filesOf(guard) === 'changed') return void Object.assign(guard, { state: 'stood_down', why: 'changed' })
    const before = this.installedVersion(guard)
    const item = this.#present(guard)
    const plugin = 'active' in item ? item : undefined
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
    // The connector was active when the guard was armed.
    this.#site.connectorActive = true
    const effect = { what: `${type} ${guard.state}`, subject: slug, from: before, to: item.version }
    this.#site.record('guard', {}, [effect])
  }

  /** The item, brought back if it is gone. */
  #present({ type, slug, item, wasActive }: Guard): Plugin | Theme {
    const found = type === 'plugin' ? this.#site.plugin(slug) : this.#site.theme(slug)
    if (found) return found
    if ('active' in item) {
      item.active = wasActive
      this.#site.plugins.push(item)
    } else this.#site.themes.push(item)
    return item
  }

  clear(): void {
    this.#guards.clear()
    this.loopback = true
    this.direct = 'ready'
  }
}
