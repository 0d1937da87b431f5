import type { Guards } from './guards.ts'
import type { Site } from './site.ts'

/** What a bad release does to its site while it is installed and active. */
export const releaseEffects = {
  'fatal-at-load': 'Installed, but PHP ends with a fatal error in every request; the connector does not answer either.',
  'fatal-in-admin':
    'Installed, but the administration and the connector end with a fatal error; visitors see no error.',
  'fatal-for-one-request': 'Installed, but a request with the parameter "crash" ends with a fatal error.',
  'exhausts-memory':
    'Installed, but every request exceeds the memory limit; a guard acts when two requests of Flotilla or of itself do.',
  'exit-at-load':
    'Installed, but every request ends without an error: 200 and nothing else; the connector is dead, too.',
  'error-at-load': 'Installed, but every request ends with status 500 and nothing else; the connector is dead, too.',
  'endless-loop': 'Installed, but every request runs until the time limit of PHP (30 s).',
  blank: 'Installed, but the front page is empty.',
  'slow-page': 'Installed, but the front page takes long (delay, 5 s unless given).',
  'fatal-in-rest': 'Installed, but the REST API ends with a fatal error.',
  'missing-stylesheet': 'Installed, but the style sheet of the theme is gone.',
  'prints-notice': 'Installed, but PHP prints a deprecation before each page.',
  'redirect-loop': 'Installed, but the front page redirects to itself.',
  'deletes-itself': 'Installed, but its folder is gone after the next visit.',
  'deactivates-connector': 'Installed, but the connector is switched off after the next visit.',
  'breaks-later':
    'Installed, but PHP ends with a fatal error in every request after a while (delay, 60 s unless given).',
  'blank-later': 'Installed, but the front page is empty after a while (delay, 60 s unless given).',
  'blank-without-cookie': 'Installed, but visitors without a cookie get an empty front page.',
  'fatal-in-admin-menu': 'Installed, but screens of the administration end with a fatal error; the connector works.',
  'fatal-in-cron': 'Installed, but cron ends with a fatal error; wp-cron.php has answered 200 before.',
  'visually-broken': 'Installed, but the front page has lost its style sheet and most of its content.',
  'migrates-database': 'Installed, and the database of the site is changed; putting old files back does not undo that.',
  'leaves-maintenance': 'Installed, but the maintenance file stays: 503 for ten minutes, unless a guard removes it.',
} as const

export type ReleaseEffect = keyof typeof releaseEffects

export const isReleaseEffect = (name: string): name is ReleaseEffect => Object.hasOwn(releaseEffects, name)

interface BadRelease {
  readonly kind: 'plugin' | 'theme'
  readonly slug: string
  readonly version: string
  readonly effect: ReleaseEffect
  readonly delay: number
  readonly installedAt: number
}

/** Effects that end every request. */
const deadly: ReadonlySet<ReleaseEffect> = new Set([
  'fatal-at-load',
  'exhausts-memory',
  'exit-at-load',
  'error-at-load',
  'endless-loop',
  'breaks-later',
])

/** Effects that begin some time after the update. */
const late: ReadonlySet<ReleaseEffect> = new Set(['breaks-later', 'blank-later'])

export type LoadContext = 'front' | 'admin' | 'cron'

/** The bad releases of a site and their effects. */
export class Releases {
  readonly #site: Site
  #bad: BadRelease[] = []
  /** By slug: the version that last changed the database. */
  readonly databaseVersions = new Map<string, string>()
  /** A bad release was installed at some time. */
  wasBroken = false

  constructor(site: Site) {
    this.#site = site
  }

  install(release: Omit<BadRelease, 'delay' | 'installedAt'> & { delay?: number | undefined }, guards: Guards): void {
    const { kind, slug, version, effect, delay = late.has(effect) ? 60_000 : 5000 } = release
    if (effect === 'migrates-database') return void this.databaseVersions.set(slug, version)
    if (effect === 'leaves-maintenance') {
      // The guard is part of the request that updates, and removes the file at its end.
      if (!guards.isArmed(slug)) this.#site.maintenance = true
      return
    }
    const item = { kind, slug, version }
    this.#bad = [
      ...this.#bad.filter((other) => other.slug !== slug),
      { ...item, effect, delay, installedAt: this.#now() },
    ]
    if (effect !== 'fatal-for-one-request') this.wasBroken = true
  }

  #now(): number {
    return this.#site.fleetSettings.clock.now().getTime()
  }

  /** What breaks later breaks now. */
  hurry(): void {
    this.#bad = this.#bad.map((release) => ({
      ...release,
      delay: late.has(release.effect) ? 0 : release.delay,
    }))
  }

  /** What a release does in the first request of a visitor. */
  visited(): void {
    if (this.#bad.length === 0) return
    if (this.has('deactivates-connector')) this.#site.connectorActive = false
    for (const { slug, effect } of this.#active)
      if (effect === 'deletes-itself')
        this.#site.plugins = this.#site.plugins.filter((plugin) => plugin !== this.#site.plugin(slug))
  }

  /** Bad releases that are installed and active, and have begun to break. */
  get #active(): readonly BadRelease[] {
    if (this.#bad.length === 0) return this.#bad
    return this.#bad.filter(({ kind, slug, version, effect, delay, installedAt }) => {
      if (late.has(effect) && this.#now() < installedAt + delay) return false
      if (kind === 'theme') return slug === this.#site.activeTheme && this.#site.theme(slug)?.version === version
      const plugin = this.#site.plugin(slug)
      return plugin?.active === true && plugin.version === version
    })
  }

  has(effect: ReleaseEffect): boolean {
    return this.#active.some((release) => release.effect === effect)
  }

  /** The item whose release has this effect. */
  culpritOf(effect: ReleaseEffect): string | undefined {
    return this.#active.find((release) => release.effect === effect)?.slug
  }

  get pageDelay(): number {
    return Math.max(0, ...this.#active.filter(({ effect }) => effect === 'slow-page').map(({ delay }) => delay))
  }

  /** The release that ends a request with a fatal error. */
  failureOf(context: LoadContext, query: URLSearchParams): { slug: string; effect: ReleaseEffect } | null {
    const failing = this.#active.find(
      ({ effect }) =>
        deadly.has(effect) ||
        (effect === 'fatal-in-admin' && context === 'admin') ||
        (effect === 'fatal-in-cron' && context === 'cron') ||
        (effect === 'fatal-for-one-request' && query.has('crash')),
    )
    return failing ? { slug: failing.slug, effect: failing.effect } : null
  }

  /** Whether visitors or the connector meet an error, an empty or a broken page. */
  get isBroken(): boolean {
    return this.#active.some(({ effect }) => effect !== 'fatal-for-one-request')
  }

  clear(): void {
    this.#bad = []
    this.databaseVersions.clear()
    this.wasBroken = false
  }
}
