import { LRUCache } from 'lru-cache'

const repeatAfterMs = 60_000
const maxRemembered = 1_000

/** Groups items by IP address and remembers recent events per address. */
export class SameHostSites<Item extends object> {
  readonly #byAddress = new Map<string, Set<Item>>()
  readonly #addressOf = new Map<Item, string>()
  readonly #recentEvents = new LRUCache<string, number>({ max: maxRemembered })

  /** Sets the current address of the item; null removes it. */
  setAddress(item: Item, address: string | null): void {
    const before = this.#addressOf.get(item)
    if (before === (address ?? undefined)) return
    if (before !== undefined) this.#removeFrom(item, before)
    if (address === null) {
      this.#addressOf.delete(item)
      return
    }
    this.#addressOf.set(item, address)
    const items = this.#byAddress.get(address)
    if (items) items.add(item)
    else this.#byAddress.set(address, new Set([item]))
  }

  at(address: string): Item[] {
    return [...(this.#byAddress.get(address) ?? [])]
  }

  /** False when the same event occurred within the last minute. */
  isNewEvent(event: string, now: number): boolean {
    const before = this.#recentEvents.get(event)
    if (before !== undefined && before <= now && now - before < repeatAfterMs) return false
    this.#recentEvents.set(event, now)
    return true
  }

  #removeFrom(item: Item, address: string): void {
    const items = this.#byAddress.get(address)
    items?.delete(item)
    if (items?.size === 0) this.#byAddress.delete(address)
  }
}
