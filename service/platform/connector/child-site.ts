import type { CookieJar } from '../outbound/cookie-jar.ts'

/** The address of a site and the access settings of its web server. */
export interface SiteAddress {
  /** For log lines and error messages, e.g. the site's name. */
  label: string
  /** As stored with the site, including a sub-folder. */
  url: string
  verifyTls: boolean
  /** Follows a redirect that only adds or removes `www.`: for a first connection, which has no secrets yet. */
  mayAddWww?: boolean | undefined
  basicAuth?: { username: string; password: string } | undefined
  /** Stored with the site, encrypted: it contains live administrator sessions. */
  cookies?: CookieJar | undefined
}

/** The private key of one connection. It is opened only when it is not cached. */
export interface SiteKey {
  /** Changes whenever the key changes, e.g. the sealed text or a serial number; reveals nothing about the key. */
  id: string
  /** The private key in PEM form. */
  open(): string | Promise<string>
}

/** What registration needs. */
export interface RegistrableSite extends SiteAddress {
  /** Our id; two values with the same id are the same site. */
  id: string | number
  /** Login name of the administrator we act as. */
  admin: string
  /** Identifies this installation to the site; created once, never changed silently. */
  server: string
  /** The site's "unique security ID", if it requires one. */
  uniqueId?: string | undefined
}

/** A connected site as a value: features build it from their row. */
export interface ChildSite extends RegistrableSite {
  key: SiteKey
}

/** The remaining milliseconds; every wait reduces them. */
export interface Patience {
  leftMs: number
}

/** Options of one call. */
export interface How {
  signal?: AbortSignal | undefined
  /** Shortens the default deadline of the call. */
  deadlineMs?: number | undefined
  /** Time in milliseconds at which the caller stops waiting: nothing is sent, awaited or read again after it. */
  until?: number | undefined
  /** Waits this long, over all calls that share the value, for the end of the site's maintenance or of a pause of its host. */
  patience?: Patience | undefined
  /** Skips the host queue: for checks with their own delays. */
  skipQueue?: boolean | undefined
  /**
   * Called at most once for a change, when the site does not answer for some seconds after it: before it is read again. `answered`: the
   * change itself was answered.
   */
  onSilence?: ((about: { answered: boolean }) => Promise<void>) | undefined
}
