import type { CookieJar } from '../outbound/cookie-jar.ts'

/** Where a site is and how its web server wants to be spoken to. */
export interface SiteAddress {
  /** For log lines and error sentences, e.g. the site's name. */
  label: string
  /** As stored with the site; a sub-folder counts. */
  url: string
  verifyTls: boolean
  /** A redirect that only adds or drops `www.` is followed: for a first connection, which holds no secrets yet. */
  mayAddWww?: boolean | undefined
  basicAuth?: { username: string; password: string } | undefined
  /** Kept with the site, encrypted: it holds live administrator sessions. */
  cookies?: CookieJar | undefined
}

/** The private key of one connection. It is opened only when it is not in memory any more. */
export interface SiteKey {
  /** Changes whenever the key changes, e.g. the sealed text or a serial number; says nothing about the key. */
  id: string
  /** The private key in PEM form. */
  open(): string | Promise<string>
}

/** What registration needs to know. */
export interface RegistrableSite extends SiteAddress {
  /** Ours; two values with the same id are the same site. */
  id: string | number
  /** Login name of the administrator under whom we act. */
  admin: string
  /** Identifies this installation to the site; minted once, never changed silently. */
  server: string
  /** The site's "unique security ID", where it demands one. */
  uniqueId?: string | undefined
}

/** A connected site, as a value: rooms build it from their row. */
export interface ChildSite extends RegistrableSite {
  key: SiteKey
}

/** How one call is to be made. */
export interface How {
  signal?: AbortSignal | undefined
  /** Shortens the usual deadline of the call. */
  deadlineMs?: number | undefined
  /** Goes past the queue for hosts: for a look that keeps its own pauses. */
  skipQueue?: boolean | undefined
}
