import { createHash } from 'node:crypto'
import type { Random } from '../random.ts'

const twoDays = 2 * 86400
/** Enough to recognise a client that sends its cookies back; limits memory for one that does not. */
const remembered = 40

function readSession(cookies: string | undefined): { login?: string | undefined; token?: string | undefined } {
  const value = /(?:^|; *)wordpress_(?:logged_in_|sec_)?[0-9a-f]{32}=([^;]+)/.exec(cookies ?? '')?.[1]
  if (!value) return {}
  const [login, , token] = decodeURIComponent(value).split('|')
  return { login, token }
}

/** WordPress logins of one site. */
export class Sessions {
  readonly #tokens = new Map<string, string>()
  /** Tokens created since the start or the last time all sessions were ended. */
  count = 0
  #hash: string | null = null

  /** Sessions that have not ended. */
  get open(): number {
    return this.#tokens.size
  }

  /**
   * Creates the session and returns the Set-Cookie values. The connector logs in twice per call, and once for a sign-in link; the
   * last login's cookies are those that are sent.
   */
  logIn(login: string, siteUrl: string, random: Random, now: number, { twice = true } = {}): string[] {
    if (twice) this.#remember(random.hex(43), login)
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
    const { login, token } = readSession(cookies)
    return token !== undefined && this.#tokens.get(token) === login ? (login ?? null) : null
  }

  /** For the link to log out; empty without a valid session. */
  nonceOf(cookies: string | undefined): string {
    const { token } = readSession(cookies)
    return token !== undefined && this.#tokens.has(token)
      ? createHash('md5').update(token).digest('hex').slice(0, 10)
      : ''
  }

  /** Ends the session of this Cookie header, and returns the Set-Cookie values. */
  end(cookies: string | undefined, siteUrl: string): string[] {
    const { token } = readSession(cookies)
    if (token !== undefined) this.#tokens.delete(token)
    const names = ['', 'sec_', 'logged_in_'].map((kind) => `wordpress_${kind}${this.#hash}`)
    const folder = new URL(siteUrl).pathname.replace(/\/$/, '')
    return ['/', '/wp-admin', '/wp-content/plugins'].flatMap((path) =>
      names.map((name) => `${name}=%20; expires=Thu, 01 Jan 1970 00:00:01 GMT; path=${folder}${path}`),
    )
  }

  endAll(): void {
    this.#tokens.clear()
    this.count = 0
  }
}
