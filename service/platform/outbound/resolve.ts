import { lookup, Resolver as NameServers } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { AddressGuard } from './address-guard.ts'
import { OutboundError } from './errors.ts'

/** All addresses of a name; throws or returns none if there are none. */
export type Resolver = (hostname: string) => Promise<string[]>

/** Queries the name servers (those of the machine, or the given ones) directly, because `lookup` occupies one of four threads that signing and decompression need too. */
export function systemResolver(own?: readonly string[]): Resolver {
  const servers = new NameServers({ timeout: 1000, tries: 2 })
  if (own) servers.setServers(own)
  return async (hostname) => {
    const answers = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    // Only `lookup` knows the hosts file and short names. Broken name servers are not queried a second time.
    const absent = answers.every(
      (answer) => answer.status === 'rejected' && /^(ENOTFOUND|ENODATA|ECONNREFUSED)$/.test(answer.reason.code),
    )
    if (!absent && hostname.includes('.')) return []
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  }
}

interface Parts {
  guard: AddressGuard
  resolver: Resolver
  clock: Clock
  keepMs: number
}

const maxNames = 20_000

/** Resolves a name once, checks every address, and returns only checked addresses to connect to. */
export class AddressBook {
  readonly #cache = new LRUCache<string, { addresses: string[]; until: number }>({ max: maxNames })
  readonly #pending = new Map<string, Promise<string[]>>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Cached checked addresses of this host, without waiting. */
  peek(hostname: string, literal: boolean): string[] | undefined {
    if (literal) return this.#check(hostname, [hostname])
    const known = this.#cache.get(hostname)
    return known && known.until > this.#parts.clock.now().getTime() ? known.addresses : undefined
  }

  async resolve(hostname: string, deadlineMs: number, signal?: AbortSignal): Promise<string[]> {
    let pending = this.#pending.get(hostname)
    if (!pending) {
      pending = this.#query(hostname).finally(() => this.#pending.delete(hostname))
      this.#pending.set(hostname, pending)
    }
    const waiting = Promise.withResolvers<never>()
    const stop = (code: 'dns_timeout' | 'aborted') =>
      waiting.reject(new OutboundError(code, { host: hostname, mayHaveArrived: false }))
    const onAbort = () => stop('aborted')
    const forget = this.#parts.clock.after(deadlineMs, () => stop('dns_timeout'))
    signal?.addEventListener('abort', onAbort)
    try {
      return await Promise.race([pending, waiting.promise])
    } finally {
      forget()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** After a failed connection the next call resolves the name again. */
  forget(hostname: string): void {
    this.#cache.delete(hostname)
  }

  async #query(hostname: string): Promise<string[]> {
    const { resolver, clock, keepMs } = this.#parts
    const found = await resolver(hostname).catch(() => [])
    if (found.length === 0) throw new OutboundError('dns_failed', { host: hostname, mayHaveArrived: false })
    const addresses = this.#check(hostname, found)
    this.#cache.set(hostname, { addresses, until: clock.now().getTime() + keepMs })
    return addresses
  }

  // One forbidden address among others indicates rebinding: then none is used.
  #check(hostname: string, found: string[]): string[] {
    const checked = found.slice(0, 32).flatMap((address) => this.#parts.guard.check(address) ?? [])
    if (checked.length < found.length) {
      throw new OutboundError('address_refused', { host: hostname, mayHaveArrived: false })
    }
    return checked.sort((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
  }
}
