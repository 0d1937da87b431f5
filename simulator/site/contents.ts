import { makeActions, makeEvents } from '../content/history.ts'
import type { Origin } from '../content/origin.ts'
import { makeUsers } from '../content/people.ts'
import { makeCore, makePlugins, makeThemes, makeTranslations } from '../content/software.ts'
import { makeCategories, makeComments, makePosts } from '../content/writing.ts'
import type {
  Category,
  Comment,
  LogEvent,
  Offer,
  OutsideAction,
  Plugin,
  PluginEntry,
  Post,
  Theme,
  ThemeEntry,
  Translation,
  User,
} from './model.ts'

export type NewPlugin = Pick<PluginEntry, 'file' | 'name'> &
  Partial<Omit<PluginEntry, 'file' | 'name' | 'versions'>> & {
    version: string
    active?: boolean
    offer?: string | Offer | null
    breaksOnActivation?: boolean
  }

export type NewTheme = Pick<ThemeEntry, 'slug' | 'name'> &
  Partial<Omit<ThemeEntry, 'slug' | 'name' | 'versions'>> & { version: string; offer?: string | Offer | null }

const offerOf = (offer: string | Offer | null | undefined): Offer | null =>
  typeof offer === 'string' ? { version: offer } : (offer ?? null)

/** What there is on a site. Each part is made when somebody first looks at it, and is then free to be changed. */
export class Contents {
  readonly origin: Origin
  readonly adminLogin: string
  #plugins?: Plugin[]
  #themes?: Theme[]
  #activeTheme?: string
  #users?: User[]
  #posts?: Post[]
  #comments?: Comment[]
  #categories?: Category[]
  #translations?: Translation[]
  #core?: { installed: string; offered: string | null }
  #events?: LogEvent[]
  #actions?: OutsideAction[]
  #nextId = 10_000

  constructor(origin: Origin, adminLogin: string) {
    this.origin = origin
    this.adminLogin = adminLogin
  }

  get plugins(): Plugin[] {
    this.#plugins ??= makePlugins(this.origin)
    return this.#plugins
  }
  set plugins(plugins: Plugin[]) {
    this.#plugins = plugins
  }
  get themes(): Theme[] {
    this.#themes ??= makeThemes(this.origin)
    return this.#themes
  }
  set themes(themes: Theme[]) {
    this.#themes = themes
  }
  /** Slug of the theme in use; need not be installed, which is how a site breaks. */
  get activeTheme(): string {
    this.#activeTheme ??= this.themes[0]?.entry.slug ?? ''
    return this.#activeTheme
  }
  set activeTheme(slug: string) {
    this.#activeTheme = slug
  }
  get users(): User[] {
    this.#users ??= makeUsers(this.origin, this.adminLogin)
    return this.#users
  }
  set users(users: User[]) {
    this.#users = users
  }
  get posts(): Post[] {
    this.#posts ??= makePosts(this.origin)
    return this.#posts
  }
  set posts(posts: Post[]) {
    this.#posts = posts
  }
  get comments(): Comment[] {
    this.#comments ??= makeComments(this.origin, this.posts)
    return this.#comments
  }
  set comments(comments: Comment[]) {
    this.#comments = comments
  }
  get categories(): Category[] {
    this.#categories ??= makeCategories(this.origin)
    return this.#categories
  }
  set categories(categories: Category[]) {
    this.#categories = categories
  }
  get translations(): Translation[] {
    this.#translations ??= makeTranslations(this.origin, this.plugins)
    return this.#translations
  }
  set translations(translations: Translation[]) {
    this.#translations = translations
  }
  /** WordPress itself. */
  get core(): { installed: string; offered: string | null } {
    this.#core ??= makeCore(this.origin)
    return this.#core
  }
  /** Stream 2 of the change log, oldest first. */
  get events(): LogEvent[] {
    this.#events ??= makeEvents(this.origin, this.plugins, this.adminLogin)
    return this.#events
  }
  set events(events: LogEvent[]) {
    this.#events = events
  }
  /** Stream 1 of the change log. */
  get actions(): OutsideAction[] {
    this.#actions ??= makeActions(this.origin, this.plugins, this.adminLogin)
    return this.#actions
  }
  set actions(actions: OutsideAction[]) {
    this.#actions = actions
  }

  /** Returns what puts everything back as it is now. */
  remember(): () => void {
    const plugins = this.plugins.map((plugin) => ({ ...plugin }))
    const themes = this.themes.map((theme) => ({ ...theme }))
    const core = { ...this.core }
    const { activeTheme, users, posts, comments, categories, translations, events, actions } = this
    return () => {
      Object.assign(this, { plugins, themes, activeTheme, users, posts, comments, categories, translations })
      Object.assign(this, { events, actions })
      this.#core = core
    }
  }

  /** Forgets all changes: the site is as it was made. */
  protected remake(): void {
    this.#plugins = this.#themes = this.#activeTheme = this.#users = this.#posts = undefined
    this.#comments = this.#categories = this.#translations = this.#core = undefined
    this.#events = this.#actions = undefined
    this.#nextId = 10_000
  }

  /** Ids of new posts, comments and users never meet those of the generated ones. */
  nextId(): number {
    return this.#nextId++
  }

  plugin(file: string): Plugin | undefined {
    return this.plugins.find(({ entry }) => entry.file === file)
  }
  theme(slug: string): Theme | undefined {
    return this.themes.find(({ entry }) => entry.slug === slug)
  }
  user(login: string): User | undefined {
    return this.users.find((user) => user.login === login)
  }

  addPlugin(plugin: NewPlugin): Plugin {
    const { version, active = true, offer, breaksOnActivation, ...facts } = plugin
    const slug = facts.file.split('/')[0]!.replace(/\.php$/, '')
    const entry: PluginEntry = { slug, author: '', uri: '', description: '', ...facts, versions: [version] }
    const added: Plugin = { entry, version, active, offer: offerOf(offer), breaksOnActivation }
    this.plugins = [...this.plugins.filter((other) => other.entry.file !== entry.file), added]
    return added
  }

  addTheme(theme: NewTheme): Theme {
    const { version, offer, ...facts } = theme
    const entry: ThemeEntry = { author: '', description: '', ...facts, versions: [version] }
    const added: Theme = { entry, version, offer: offerOf(offer) }
    this.themes = [...this.themes.filter((other) => other.entry.slug !== entry.slug), added]
    return added
  }

  /** Announces an update of a plugin that is installed. */
  offerPlugin(file: string, offer: string | Offer | null): void {
    const plugin = this.plugin(file)
    if (!plugin) throw new Error(`There is no plugin ${file} on this site; add it first with addPlugin.`)
    plugin.offer = offerOf(offer)
  }

  offerTheme(slug: string, offer: string | Offer | null): void {
    const theme = this.theme(slug)
    if (!theme) throw new Error(`There is no theme ${slug} on this site; add it first with addTheme.`)
    theme.offer = offerOf(offer)
  }

  addUser(user: Pick<User, 'login'> & Partial<User>): User {
    const added: User = {
      id: this.nextId(),
      email: `${user.login}@${this.origin.business.hostname}`,
      displayName: user.login,
      role: 'subscriber',
      registered: this.origin.startedAt,
      ...user,
    }
    this.users = [...this.users, added]
    return added
  }

  /** Replaces one user, post or comment by its id. */
  replaceUser(user: User): void {
    this.users = this.users.map((other) => (other.id === user.id ? user : other))
  }
  replacePost(post: Post): void {
    this.posts = this.posts.map((other) => (other.id === post.id ? post : other))
  }
  replaceComment(comment: Comment): void {
    this.comments = this.comments.map((other) => (other.id === comment.id ? comment : other))
  }
}
