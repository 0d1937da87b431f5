import { createHash } from 'node:crypto'
import type { Random } from '../random.ts'

const twoDays = 2 * 86400
/** Enough to recognise a client that sends its cookies back; limits memory for one that does not. */
const remembered = 40

/** WordPress logins of one site. */
export class Sessions {
  readonly #tokens = new Map<string, string>()
  /** Tokens created since the start or the last time all sessions were ended. */
  count = 0
  #hash: string | null = null

  /** Creates the session and returns the Set-Cookie values. */
  logIn(login: string, siteUrl: string, random: Random, now: number): string[] {
    // The connector logs in twice per call; the second login's cookies are those that are sent.
    this.#remember(random.hex(43), login)
    const token = random.hex(43)
    this.#remember(token, login)
    this.#hash ??= createHash('md5').update(siteUrl).digest('hex')
    const path = new URL(siteUrl).pathname.replace(/\/$/, '')
    const value = encodeURIComponent(`${login}|${now + twoDays}|${token}|${random.hex(64)}`)
    const admin = siteUrl.startsWith('https:') ? `wordpress_sec_${this.#hash}` : `wordpress_${this.#hash}`
    const secure = siteUrl.startsWith('https:') ? '; secure' : ''
    return [
      `${admin}=${value}; path=${path}/wp-content/plugins${secure}; HttpOnly`,
      `${admin}=${value}; path=${path}/wp-admin${secure}; HttpOnly`,
      `wordpress_logged_in_${this.#hash}=${value}; path=${path}/; HttpOnly`,
    ]
  }

  #remember(token: string, login: string): void {
    this.count++
    this.#tokens.set(token, login)
    if (this.#tokens.size > remembered) this.#tokens.delete(this.#tokens.keys().next().value ?? '')
  }

  /** The login of a valid Cookie header. */
  findLogin(cookies: string | undefined): string | null {
    if (!cookies) return null
    const value = /(?:^|; *)wordpress_(?:logged_in_|sec_)?[0-9a-f]{32}=([^;]+)/.exec(cookies)?.[1]
    if (!value) return null
    const [login, , token] = decodeURIComponent(value).split('|')
    return token !== undefined && this.#tokens.get(token) === login ? (login ?? null) : null
  }

  endAll(): void {
    this.#tokens.clear()
    this.count = 0
  }
}
