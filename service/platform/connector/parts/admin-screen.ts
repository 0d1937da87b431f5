import { CookieJar } from '../../outbound/cookie-jar.ts'
import type { ChildSite } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import type { VisitedPage, VisitOptions } from '../wire/caller.ts'
import { withSlash } from '../wire/site-urls.ts'
import type { Kit } from './kit.ts'
import type { LoginLinkCalls } from './login-link.ts'

export interface AdminScreen {
  status: number
  body: string
  /** Of the screen alone, without the sign-in. */
  tookMs: number
  /** False: the site answered with another page, such as the log-in form. */
  isSignedIn: boolean
  /** A session was opened for this look, and the site did not end it. */
  isSessionLeft: boolean
}

export interface AdminScreenCalls {
  /**
   * Opens the dashboard of WordPress, signed in. The session of the connection is used while it is valid; a session that the look
   * had to open is ended afterwards, and no other one.
   */
  viewAdminScreen(site: ChildSite, how?: Pick<VisitOptions, 'headers' | 'patience' | 'signal'>): Promise<AdminScreen>
}

/** Without a query: update guards count errors only on such screens. */
const screen = 'index.php'
const deadlineMs = 30_000
const maxBytes = 4 * 1024 * 1024
const maxLogoutLinks = 10
const maxLinkLength = 1_000

type Links = Pick<LoginLinkCalls, 'adminLoginLink'>

/**
 * Opens a page under wp-admin with a sign-in link. Redirects are followed only on the same origin: the link makes its
 * holder an administrator. `isThere` is false without a session: then the site returns the home page or the log-in form.
 */
export async function openAdminPage(
  { caller }: Pick<Kit, 'caller'>,
  { adminLoginLink }: Links,
  site: ChildSite,
  page: string,
  how: VisitOptions = {},
): Promise<VisitedPage & { isThere: boolean }> {
  const link = await adminLoginLink(site, { page })
  const visited = await caller.visit(site, link, { ...how, redirects: { follow: 3, within: 'same-origin' } })
  const isThere = new URL(visited.url).pathname.endsWith(`/wp-admin/${page.split('?', 1)[0]}`)
  return { ...visited, isThere }
}

export function adminScreenCalls(kit: Kit, links: Links): AdminScreenCalls {
  return {
    async viewAdminScreen(site, how = {}) {
      const known = site.cookies?.export() ?? []
      // A copy: a session that is opened and ended here never gets into the jar of the connection.
      const cookies = new CookieJar(kit.clock, known)
      const visitor = { ...site, cookies }
      const limits = { ...how, deadlineMs, maxBytes }
      let reached = new URL('wp-admin/', withSlash(site.url)).href
      let body = ''
      let isSessionLeft = false
      try {
        const visited = await openAdminPage(kit, links, visitor, screen, limits)
        if (visited.isThere) reached = visited.url
        body = visited.body.toString('utf8')
        const { status, tookMs, isThere: isSignedIn } = visited
        isSessionLeft = await endOpenedSession()
        return { status, body, tookMs, isSignedIn, isSessionLeft }
      } catch (error) {
        await endOpenedSession()
        throw error
      }

      async function endOpenedSession(): Promise<boolean> {
        const before = new Set(known.map(({ value }) => value))
        const isOpen = () => cookies.export().some(({ value }) => isSessionValue(value) && !before.has(value))
        if (!isOpen()) return false
        try {
          await logOut(kit, visitor, { reached, body, limits })
        } catch (error) {
          if (!(error instanceof ConnectorError) || error.code === 'svc_cancelled') throw error
        }
        return isOpen()
      }
    },
  }
}

/** WordPress ends the session of the request alone. A screen that failed has no link to log out; then WordPress is asked for one. */
async function logOut(
  { caller }: Kit,
  site: ChildSite,
  { reached, body, limits }: { reached: string; body: string; limits: VisitOptions },
): Promise<void> {
  let link = findLogoutLink(body, reached)
  if (link === null) {
    const form = new URL('../wp-login.php?action=logout', reached).href
    const asked = await caller.visit(site, form, { ...limits, redirects: 'manual' })
    link = findLogoutLink(asked.body.toString('utf8'), form)
  }
  if (link !== null) await caller.visit(site, link, { ...limits, redirects: 'manual' })
}

/** The value of a session cookie of WordPress, whatever the cookie is called: user, end, token and signature. */
const isSessionValue = (value: string) => /(?:%7C|\|)\d{9,12}(?:%7C|\|)/i.test(value)

/** Only on the same origin: a page may contain any address. */
export function findLogoutLink(page: string, from: string): string | null {
  let at = -1
  for (let link = 0; link < maxLogoutLinks; link++) {
    at = page.indexOf('action=logout', at + 1)
    if (at < 0) return null
    const start = Math.max(page.lastIndexOf('"', at), page.lastIndexOf("'", at))
    const end = page.indexOf(page[start] ?? '"', at)
    if (start < 0 || end < 0 || end - start > maxLinkLength) continue
    const address = page.slice(start + 1, end).replace(/&(?:amp|#0?38);/g, '&')
    const url = URL.parse(address, from)
    if (url?.origin === new URL(from).origin && /^[0-9a-f]{6,20}$/.test(url.searchParams.get('_wpnonce') ?? ''))
      return url.href
  }
  return null
}
