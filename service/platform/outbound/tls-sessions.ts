import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

const lifetimeMs = 2 * 3600 * 1000

/**
 * Cached TLS sessions. A resumed session is not checked against the certificate again, so the key must include
 * whether the check was on, the host and the address, and after two hours a full handshake is due.
 */
export class TlsSessions {
  readonly #sessions: LRUCache<string, { session: Buffer; until: number }> | undefined
  readonly #clock: Clock

  constructor(maxSessions: number, clock: Clock) {
    this.#sessions = maxSessions > 0 ? new LRUCache({ max: maxSessions }) : undefined
    this.#clock = clock
  }

  get(key: string): Buffer | undefined {
    const known = this.#sessions?.get(key)
    return known && known.until > this.#clock.now().getTime() ? known.session : undefined
  }

  /** A session derived from a resumed one expires with it. */
  set(key: string, session: Buffer, resumed: boolean): void {
    if (session.length > 16 * 1024) return
    const before = resumed ? this.#sessions?.get(key)?.until : undefined
    this.#sessions?.set(key, { session, until: before ?? this.#clock.now().getTime() + lifetimeMs })
  }

  delete(key: string): void {
    this.#sessions?.delete(key)
  }
}
