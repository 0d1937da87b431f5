import type { Comment, Offer, Plugin, PluginEntry, Post, Theme, ThemeEntry, User } from './model.ts'
import { Parts } from './parts.ts'

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

/** The contents of a site, with functions to find, add and replace items. */
export class Contents extends Parts {
  #nextId = 10_000

  protected override regenerate(): void {
    super.regenerate()
    this.#nextId = 10_000
  }

  /** Ids of new posts, comments and users never collide with generated ones. */
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
    const slug = (facts.file.split('/')[0] ?? '').replace(/\.php$/, '')
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

  /** Offers an update of an installed plugin. */
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
