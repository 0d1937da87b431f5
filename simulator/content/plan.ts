import type { Random } from '../random.ts'

/** How much of everything a site has. */
export interface Plan {
  readonly plugins: number
  readonly themes: number
  /** Subscribers in addition to the staff. */
  readonly readers: number
  readonly posts: number
  readonly pages: number
  readonly comments: number
  readonly events: number
}

/** Bytes of JSON that one of each adds to a full sync on average, measured; a fourth of the plugins has an offer. */
const bytes = { site: 2500, plugin: 390, theme: 280, user: 280, post: 240, comment: 330 }

/** Natural variety: mostly small sites, a few large. */
export function randomPlan(random: Random, shop: boolean): Plan {
  const size = random.next() ** 2
  return {
    plugins: Math.round(8 + size * 38 + random.below(6)),
    themes: random.between(2, 5) + (random.chance(0.1) ? 6 : 0),
    readers: Math.round(size * (shop ? 80 : 12)),
    posts: Math.round(4 + size * 36),
    pages: random.between(4, 9),
    comments: Math.round(size * 14) + random.below(4),
    events: random.between(4, 28),
  }
}

/** A site whose full sync (every key on, users included) has about this many bytes on the wire. */
export function planForPayload(payload: number): Plan {
  // Base64 turns three bytes into four.
  let left = payload * 0.75 - bytes.site
  const take = (count: number, max: number, each: number) => {
    const taken = Math.max(0, Math.min(max, Math.floor(count)))
    left -= taken * each
    return taken
  }
  const budget = Math.max(0, left)
  const plugins = take((budget * 0.5) / bytes.plugin, 55, bytes.plugin)
  const themes = Math.max(1, take((budget * 0.05) / bytes.theme, 15, bytes.theme))
  // A sync contains only five posts, pages and comments of each status.
  const shown = take((budget * 0.1) / bytes.post, 8, bytes.post)
  const pages = take((budget * 0.05) / bytes.post, 5, bytes.post)
  const comments = take((budget * 0.07) / bytes.comment, 8, bytes.comment)
  const readers = Math.max(0, Math.min(495, Math.floor(left / bytes.user) - 4))
  return { plugins, themes, readers, posts: shown, pages, comments, events: 8 }
}
