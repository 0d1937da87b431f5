import { LRUCache } from 'lru-cache'

const hurryAgainMs = 60_000
const remembered = 1_000

/** What shares an IP address, and which addresses were in the news a moment ago. */
export class SameHostSites<Item extends object> {
  readonly #byAddress = new Map<string, Set<Item>>()
  readonly #addressOf = new WeakMap<Item, string>()
  readonly #news = new LRUCache<string, number>({ max: remembered })

  /** The item is at this address now; null: it is nowhere. */
  settle(item: Item, address: string | null): void {
    const before = this.#addressOf.get(item)
    if (before === (address ?? undefined)) return
    if (before !== undefined) this.#leave(item, before)
    if (address === null) {
      this.#addressOf.delete(item)
      return
    }
    this.#addressOf.set(item, address)
    const there = this.#byAddress.get(address)
    if (there) there.add(item)
    else this.#byAddress.set(address, new Set([item]))
  }

  at(address: string): Item[] {
    return [...(this.#byAddress.get(address) ?? [])]
  }

  /** False when the same was heard within the last minute. */
  isNews(what: string, now: number): boolean {
    const before = this.#news.get(what)
    if (before !== undefined && before <= now && now - before < hurryAgainMs) return false
    this.#news.set(what, now)
    return true
  }

  #leave(item: Item, address: string): void {
    const there = this.#byAddress.get(address)
    there?.delete(item)
    if (there?.size === 0) this.#byAddress.delete(address)
  }
}
