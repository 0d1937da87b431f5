/** The parts of a simulated site. Entries are shared between sites; everything else belongs to one site. */

/** The newest release in the public directory; none if it is not listed there. */
export type Release = { readonly daysAgo: number } | { readonly on: number }

export interface PluginEntry {
  /** Path below the plugins folder: the plugin's identity. */
  readonly file: string
  readonly slug: string
  readonly name: string
  readonly author: string
  readonly uri: string
  readonly description: string
  /** Newest first. */
  readonly versions: readonly string[]
  readonly premium?: boolean
  readonly mustUse?: boolean
  readonly release?: Release
  readonly requiresWordPress?: string
  readonly requiresPhp?: string
}

export interface Offer {
  readonly version: string
  /** Replaces the usual extra fields of the offer (id, url, package, icons …). */
  readonly details?: Readonly<Record<string, unknown>>
  /** Only found when an administrator opens the plugins page. */
  readonly hidden?: boolean
}

export interface Plugin {
  readonly entry: PluginEntry
  version: string
  active: boolean
  offer: Offer | null
  /** Activating it ends in a PHP fatal error. */
  breaksOnActivation?: boolean
}

export interface ThemeEntry {
  readonly slug: string
  readonly name: string
  readonly author: string
  readonly description: string
  readonly versions: readonly string[]
  /** Slug of the parent, for child themes. */
  readonly parent?: string
  readonly release?: Release
}

export interface Theme {
  readonly entry: ThemeEntry
  version: string
  offer: Offer | null
}

export interface Translation {
  readonly type: 'plugin' | 'theme' | 'core'
  readonly slug: string
  readonly language: string
  readonly version: string
  readonly name: string
}

export interface User {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly displayName: string
  readonly role: string
  /** Unix seconds. */
  readonly registered: number
  readonly firstName?: string
  readonly lastName?: string
  readonly url?: string
  readonly description?: string
  readonly passwordChanged?: number
}

export interface Post {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly title: string
  readonly content: string
  readonly authorId: number
  /** Unix seconds; null for a draft that was never published. */
  readonly published: number | null
  readonly created: number
  readonly modified: number
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly name?: string
  readonly excerpt?: string
  readonly password?: string
  readonly commentStatus?: string
  readonly pingStatus?: string
  readonly sticky?: boolean
  readonly featuredImage?: string
  readonly meta?: Readonly<Record<string, readonly string[]>>
  /** Login of the user with the edit lock, and its end (unix seconds). */
  readonly lock?: { readonly login: string; readonly until: number }
}

export type CommentStatus = 'approved' | 'unapproved' | 'spam' | 'trash'

export interface Comment {
  readonly id: number
  readonly postId: number
  readonly author: string
  readonly email: string
  readonly url: string
  readonly ip: string
  readonly content: string
  readonly written: number
  readonly status: CommentStatus
  /** The status after unspam and restore. */
  readonly before?: CommentStatus
}

export interface Category {
  readonly id: number
  readonly name: string
  readonly slug: string
}

/** Stream 1: a change of plugins, themes or WordPress made at the site itself. */
export interface OutsideAction {
  readonly key: string
  readonly context: 'plugins' | 'themes' | 'wordpress'
  readonly action: string
  readonly login: string
  /** Unix seconds with a fraction. */
  readonly created: number
  readonly summary: string
  readonly name: string
  readonly slug: string
}

/** Stream 2: a row of the activity log. */
export interface LogEvent {
  readonly id: number
  readonly type: number
  readonly seconds: number
  readonly micros: number
  readonly context: string
  readonly action: string
  readonly login: string
  readonly agent: string
  readonly ip: string
  readonly post?: { readonly id: number; readonly type: string; readonly status: string }
  readonly meta: Readonly<Record<string, unknown>>
}
