import { inspect } from 'node:util'
import type { Clock } from '../clock.ts'

/** One cookie in its stored form; its value may be a live administrator session. */
export interface StoredCookie {
  name: string
  value: string
  host: string
  path: string
  secure: boolean
  /** Milliseconds since 1970; absent for a cookie without an expiry. */
  expires?: number
}

const maxCookies = 40
const maxCookieLength = 4096
const maxBytes = 16 * 1024

/** The cookies of one site. Each is sent only to the host that set it, regardless of its Domain. */
export class CookieJar {
  #cookies = new Map<string, StoredCookie>()
  #clock: Clock
  /** Increases with every change, so that a caller knows whether to store the jar again. */
  revision = 0

  constructor(clock: Clock, stored: readonly StoredCookie[] = []) {
    this.#clock = clock
    for (const cookie of stored) this.#put(cookie)
    this.revision = 0
  }

  /** The Cookie header for a call, if any cookie applies; longest paths first, as servers expect. */
  header(url: string): string | undefined {
    if (this.#cookies.size === 0) return undefined
    const { hostname, pathname, protocol } = new URL(url)
    const now = this.#clock.now().getTime()
    const fitting = [...this.#cookies.values()].filter(
      (cookie) =>
        cookie.host === hostname &&
        (protocol === 'https:' || !cookie.secure) &&
        (cookie.expires === undefined || cookie.expires > now) &&
        covers(cookie.path, pathname),
    )
    if (fitting.length === 0) return undefined
    fitting.sort((one, other) => other.path.length - one.path.length)
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  /** Stores the cookies of an answer. */
  store(url: string, setCookie: string | readonly string[] | undefined): void {
    if (setCookie === undefined) return
    const { hostname, pathname, protocol } = new URL(url)
    for (const line of typeof setCookie === 'string' ? [setCookie] : setCookie.slice(0, maxCookies)) {
      const cookie = readSetCookie(line, hostname, pathname, this.#clock.now().getTime())
      if (cookie && (protocol === 'https:' || !cookie.secure)) this.#put(cookie)
    }
  }

  clear(): void {
    if (this.#cookies.size > 0) this.revision++
    this.#cookies.clear()
  }

  /** For encrypted storage only. */
  export(): StoredCookie[] {
    return [...this.#cookies.values()]
  }

  get size(): number {
    return this.#cookies.size
  }

  // Prevents cookies in logs and serialised data.
  toJSON(): string {
    return `[${this.#cookies.size} cookies]`
  }

  [inspect.custom](): string {
    return `CookieJar ${this.toJSON()}`
  }

  #put(cookie: StoredCookie): void {
    const key = `${cookie.host} ${cookie.path} ${cookie.name}`
    const before = this.#cookies.get(key)
    if (before?.value === cookie.value && before.expires === cookie.expires) return
    if (!this.#cookies.delete(key) && isOver(cookie, this.#clock)) return
    this.revision++
    if (isOver(cookie, this.#clock)) return
    this.#cookies.set(key, cookie)
    for (const oldest of this.#cookies.keys()) {
      if (this.#cookies.size <= maxCookies && this.#bytes() <= maxBytes) break
      this.#cookies.delete(oldest)
    }
  }

  #bytes(): number {
    let bytes = 0
    for (const { name, value, path } of this.#cookies.values()) bytes += name.length + value.length + path.length
    return bytes
  }
}

function readSetCookie(line: string, host: string, requestPath: string, now: number): StoredCookie | undefined {
  if (line.length > maxCookieLength) return undefined
  const [pair = '', ...attributes] = line.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  // Refuses anything that could end the Cookie header early or add a second header.
  if (equals < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x21-\x3a\x3c-\x7e]*$/.test(value)) return undefined
  const cookie: StoredCookie = { name, value, host, path: defaultPath(requestPath), secure: false }
  let maxAge: number | undefined
  for (const attribute of attributes) {
    const [key = '', ...rest] = attribute.split('=')
    const text = rest.join('=').trim()
    const name = key.trim().toLowerCase()
    if (name === 'secure') cookie.secure = true
    else if (name === 'path' && text.startsWith('/')) cookie.path = text
    else if (name === 'domain' && !belongsTo(host, text)) return undefined
    else if (name === 'max-age' && /^-?\d{1,12}$/.test(text)) maxAge = Number(text)
    else if (name === 'expires' && !Number.isNaN(Date.parse(text))) cookie.expires = Date.parse(text)
  }
  if (maxAge !== undefined) cookie.expires = now + maxAge * 1000
  return cookie
}

function isOver(cookie: StoredCookie, clock: Clock): boolean {
  return cookie.expires !== undefined && cookie.expires <= clock.now().getTime()
}

function belongsTo(host: string, domain: string): boolean {
  const cookieDomain = domain.toLowerCase().replace(/^\./, '')
  return cookieDomain === '' || host === cookieDomain || host.endsWith(`.${cookieDomain}`)
}

function defaultPath(requestPath: string): string {
  return requestPath.slice(0, Math.max(1, requestPath.lastIndexOf('/')))
}

function covers(path: string, requestPath: string): boolean {
  return (
    requestPath === path || (requestPath.startsWith(path) && (path.endsWith('/') || requestPath[path.length] === '/'))
  )
}
