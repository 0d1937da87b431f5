import { makeActions, makeEvents } from '../content/history.ts'
import type { Origin } from '../content/origin.ts'
import { makeUsers } from '../content/people.ts'
import { makeCore, makePlugins, makeThemes, makeTranslations } from '../content/software.ts'
import { makeCategories, makeComments, makePosts } from '../content/writing.ts'
import type { Category, Comment, LogEvent, OutsideAction, Plugin, Post, Theme, Translation, User } from './model.ts'

/** The parts of a site's contents. Each is generated when first read and can then be changed. */
export class Parts {
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
  /** Slug of the active theme; a missing theme breaks the site. */
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
  set core(core: { installed: string; offered: string | null }) {
    this.#core = core
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

  /** Returns a function that restores the current state. */
  saveState(): () => void {
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

  /** Discards all changes. */
  protected regenerate(): void {
    this.#plugins = this.#themes = this.#activeTheme = this.#users = this.#posts = undefined
    this.#comments = this.#categories = this.#translations = this.#core = undefined
    this.#events = this.#actions = undefined
  }
}
