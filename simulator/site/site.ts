import { type Business, businessOf } from '../catalogue/businesses.ts'
import { connectorFile } from '../catalogue/software.ts'
import { unixSeconds } from '../clock.ts'
import { planForPayload, randomPlan } from '../content/plan.ts'
import type { FaultName, FaultOptions } from '../faults/catalogue.ts'
import { FaultRules } from '../faults/rules.ts'
import type { UpdateBehaviour, UpdateBehaviourOptions } from '../faults/update-behaviours.ts'
import { type Random, randomFrom } from '../random.ts'
import { ByHand } from './by-hand.ts'
import { CallLog, type Effect, type JournalEntry } from './call-log.ts'
import type { Connection } from './connection.ts'
import { Contents } from './contents.ts'
import type { FleetSettings, SiteBehaviour, SiteLocation, Timezone } from './fleet-settings.ts'
import type { FrontPage } from './front-page.ts'
import { Guards } from './guards.ts'
import { Releases } from './releases.ts'
import { Sessions } from './sessions.ts'
import { type StoredSettings, settingsAtFirst } from './settings.ts'

const timezones: readonly Timezone[] = [
  { timezone_string: '', gmt_offset: '0' },
  { timezone_string: 'UTC', gmt_offset: 0 },
  { timezone_string: 'Europe/Berlin', gmt_offset: 1 },
  { timezone_string: 'America/New_York', gmt_offset: -5 },
]

/** One simulated child site: its state, with functions to read and change it from a test. */
export class Site extends Contents {
  readonly index: number
  readonly location: SiteLocation
  readonly business: Business
  readonly behaviour: SiteBehaviour
  /** Number of sites of the same behaviour before this one. */
  readonly behaviourIndex: number
  readonly fleetSettings: FleetSettings
  readonly callLog = new CallLog()
  readonly sessions = new Sessions()
  readonly faults: FaultRules
  readonly releases = new Releases(this)
  readonly guards = new Guards(this)
  /** The host or a security plugin does not run code that a dashboard sends. */
  snippetsForbidden = false
  /** The WordPress network (multisite) that it is part of, and its number there. */
  network: { readonly main: Site; readonly blogId: number } | null = null
  /** PHP may not write the files of WordPress. */
  filesReadOnly = false
  /** Packages are really downloaded and unpacked. */
  fetchesPackages = false
  /** `Update URI` of plugins, by file. */
  readonly updateUris = new Map<string, string>()
  /** What the package of a folder contains, where it is other software than the installed one. */
  readonly packages = new Map<string, { name: string; author: string }>()
  connection: Connection | null = null
  /** A misrouted server: this other site answers at the address. */
  servedBy: Site | null = null
  /** False: a security plugin hides the REST API from visitors. */
  showsRest = true
  /** "Unique security ID"; empty when the site requires none. */
  uniqueId = ''
  /** False: the connector plugin is switched off. */
  connectorActive = true
  /** True: answers 503. */
  #closedAt: number | null = null
  #title: string | undefined
  /** Milliseconds by which requests to wordpress.org delay a sync. */
  outboundDelay = 0
  /** Required by the web server in front. */
  basicAuth: { readonly login: string; readonly password: string } | null = null
  /** The web server in front compresses answers for clients that accept it. */
  compresses = false
  /** A missing PHP extension, which prevents registration. */
  missing: 'openssl' | 'curl' | null = null
  phpVersion: string
  /** A site without a named time zone sends its offset as a text. */
  timezone: Timezone
  /** Address of its icon; a generated one if not set. */
  icon: Buffer | undefined
  frontPage: FrontPage = {}
  settings: StoredSettings = settingsAtFirst()
  /** Overrides the password of the fleet, by login. */
  readonly passwords = new Map<string, string>()
  /** Logins that switched password authentication off. */
  readonly passwordless = new Set<string>()
  /** `regverify` tokens by login, oldest first. */
  readonly registrations = new Map<string, readonly string[]>()
  /** Slugs and files being updated now, with the number of other calls for each. */
  readonly running = new Map<string, number>()
  coreLockedUntil = 0
  #random: Random | null = null
  #byHand: ByHand | null = null

  constructor(
    fleetSettings: FleetSettings,
    index: number,
    location: SiteLocation,
    character: { behaviour: SiteBehaviour; behaviourIndex: number },
  ) {
    const business = businessOf(fleetSettings.seed, index)
    const random = randomFrom(fleetSettings.seed, index, 'size')
    const plan =
      fleetSettings.payload === undefined
        ? randomPlan(random, business.trade.shop)
        : planForPayload(fleetSettings.payload)
    super(
      { seed: fleetSettings.seed, index, business, plan, startedAt: fleetSettings.startedAt },
      fleetSettings.adminLogin,
    )
    this.fleetSettings = fleetSettings
    this.index = index
    this.location = location
    this.business = business
    this.behaviour = character.behaviour
    this.behaviourIndex = character.behaviourIndex
    this.phpVersion = random.pick(['8.3.14', '8.2.26', '8.2.26', '8.1.31', '8.0.30', '7.4.33'])
    this.timezone = random.pick(timezones)
    this.faults = new FaultRules(this)
  }

  /** With trailing slash. */
  get url(): string {
    return this.location.url
  }
  /** As the site writes it: without trailing slash. */
  get siteUrl(): string {
    return this.location.url.slice(0, -1)
  }
  get address(): string {
    return this.location.address
  }
  get hostname(): string {
    return this.business.hostname
  }
  get title(): string {
    return this.#title ?? this.business.title
  }

  set title(title: string) {
    this.#title = title
  }
  get admin(): { login: string; password: string } {
    return { login: this.adminLogin, password: this.passwordOf(this.adminLogin) }
  }
  /** PEM of the current public key. */
  get connectedKey(): string | null {
    return this.connection?.publicKey ?? null
  }
  /** Random numbers at run time: tokens, obfuscated addresses, flaky faults. */
  get random(): Random {
    this.#random ??= randomFrom(this.fleetSettings.seed, this.index, 'run time')
    return this.#random
  }
  /** Changes by a person at the site itself, recorded in the change logs. */
  get byHand(): ByHand {
    this.#byHand ??= new ByHand(this)
    return this.#byHand
  }
  get counts(): Readonly<Record<string, number>> {
    return this.callLog.counts
  }
  get journal(): readonly JournalEntry[] {
    return this.callLog.journal
  }
  /** WordPress ignores its flag after ten minutes. */
  get maintenance(): boolean {
    return this.#closedAt !== null && this.now() - this.#closedAt < 600
  }

  set maintenance(closed: boolean) {
    this.#closedAt = closed ? this.now() : null
  }

  now(): number {
    return unixSeconds(this.fleetSettings.clock.now())
  }

  passwordOf(login: string): string {
    return this.passwords.get(login) ?? this.fleetSettings.password
  }

  /** Connects without a registration over HTTP, as if it had happened earlier. */
  connect(to: { publicKey: string; server: string; admin?: string; algorithm?: number | null }): void {
    const { publicKey, server, admin = this.adminLogin, algorithm = null } = to
    this.connection = { publicKey, server, admin, algorithm }
    this.settings.abandonedKnown = true
    this.settings.lastAdmin = admin
  }

  /** Makes it part of a network: server, WordPress and files are those of the main site. */
  joinNetwork(main: Site, blogId: number): void {
    this.network = { main, blogId }
    this.phpVersion = main.phpVersion
    this.plugins = main.plugins
    this.themes = main.themes
    this.core = main.core
  }

  disconnect(): void {
    this.connection = null
  }

  /** Issues a `regverify` token; the five newest of a user are valid. */
  issueToken(login: string): string {
    const token = `${this.random.hex(40)}-${this.random.hex(40)}`
    this.registrations.set(login, [...(this.registrations.get(login) ?? []), token].slice(-5))
    return token
  }

  /** Adds a fault; `on` limits it to some functions, `times` to some calls. */
  setFault(name: FaultName, options: FaultOptions = {}): void {
    this.faults.add(name, options)
  }

  /** Removes one fault, or all of them. Resolves when connections are accepted again. */
  clearFaults(name?: FaultName): Promise<void> {
    return this.faults.remove(name)
  }

  /** Sets the result of updating (or installing) this plugin file, theme slug, translation slug or `core`. */
  onUpdate(slug: string, behaviour: UpdateBehaviour, options: UpdateBehaviourOptions = {}): void {
    this.faults.setUpdateBehaviour(slug, behaviour, options)
  }

  record(name: string, parameters: Record<string, unknown>, effects: readonly Effect[]): void {
    const { clock } = this.fleetSettings
    const number = this.fleetSettings.nextJournalNumber()
    this.callLog.journal.push({ number, time: clock.now().toISOString(), function: name, parameters, effects })
  }

  override saveState(): () => void {
    const restore = super.saveState()
    const { connection, uniqueId, connectorActive } = this
    const settings = { ...this.settings }
    return () => {
      restore()
      Object.assign(this, { connection, uniqueId, connectorActive, settings })
    }
  }

  /** Restores the initial contents, connection, settings, faults and call log. */
  async reset(): Promise<void> {
    await this.clearFaults()
    this.regenerate()
    this.callLog.clear()
    this.sessions.endAll()
    this.connection = null
    this.servedBy = null
    this.showsRest = true
    this.uniqueId = ''
    this.connectorActive = true
    this.maintenance = false
    this.missing = null
    this.basicAuth = null
    this.compresses = false
    this.outboundDelay = 0
    this.frontPage = {}
    this.icon = undefined
    this.settings = settingsAtFirst()
    this.coreLockedUntil = 0
    this.releases.clear()
    this.guards.clear()
    this.updateUris.clear()
    this.packages.clear()
    this.snippetsForbidden = false
    this.filesReadOnly = false
    this.fetchesPackages = false
    for (const memory of [this.passwords, this.passwordless, this.registrations]) memory.clear()
    this.#random = null
    this.fleetSettings.afterReset(this)
  }

  deactivateConnector(): void {
    this.connectorActive = false
    this.connection = null
    const plugin = this.plugin(connectorFile)
    if (plugin) plugin.active = false
  }
}
