import type { Clock } from '../clock.ts'

const longest = 2 * 3600 * 1000

/**
 * Remembered TLS sessions. A resumed session is not checked against the certificate again, so the key must name
 * whether the check was on, the host and the address, and after two hours a full handshake is due.
 */
export class TlsSessions {
  #sessions = new Map<string, { session: Buffer; until: number }>()
  readonly #most: number
  readonly #clock: Clock

  constructor(most: number, clock: Clock) {
    this.#most = most
    this.#clock = clock
  }

  get(key: string): Buffer | undefined {
    const known = this.#sessions.get(key)
    return known && known.until > this.#clock.now().getTime() ? known.session : undefined
  }

  /** A session that grew out of a resumed one ends when that one would have. */
  set(key: string, session: Buffer, resumed: boolean): void {
    if (this.#most === 0 || session.length > 16 * 1024) return
    const before = resumed ? this.#sessions.get(key)?.until : undefined
    this.#sessions.delete(key)
    this.#sessions.set(key, { session, until: before ?? this.#clock.now().getTime() + longest })
    if (this.#sessions.size > this.#most) this.#sessions.delete(this.#sessions.keys().next().value!)
  }

  delete(key: string): void {
    this.#sessions.delete(key)
  }
}
