import { pause } from '../clock.ts'
import { discoverOffers } from '../functions/update-offers.ts'
import { rawUrlDecode } from '../php/values.ts'
import { check } from '../site/connection.ts'
import { criticalError, errorPage, homePage } from '../site/front-page.ts'
import type { Site } from '../site/site.ts'
import { type Exchange, send } from './exchange.ts'
import { siteIcon } from './site-icon.ts'

const homes = new Set(['', 'index.php', 'wp-login.php', 'wp-admin/'])

/** A signed link logs an administrator in; false when the usual page is to be shown. */
export function logInByLink(exchange: Exchange, query: URLSearchParams): boolean {
  const { site } = exchange
  const where = query.get('where') ?? query.get('fdl') ?? ''
  const state = check(site.connection, {
    message: `${where}${query.get('nonce') ?? ''}`,
    signature: Buffer.from(rawUrlDecode(query.get('mainwpsignature') ?? '').replaceAll(' ', '+'), 'base64'),
    algorithm: query.get('sign_algo') ?? undefined,
    probabilistic: Boolean(query.get('verifylib')),
  })
  if (state !== 'valid') return false
  const other = site.user(query.get('alt_user') ?? '')
  const user = other?.role === 'administrator' ? other : site.user(query.get('user') ?? '')
  if (user?.role !== 'administrator') return false
  const open = query.get('open_location')
  const isSignedIn = site.sessions.findLogin(exchange.request.headers.cookie) === user.login
  const cookies = isSignedIn
    ? []
    : site.sessions.logIn(user.login, site.siteUrl, site.random, site.now(), { twice: false })
  const location = open ? `${site.siteUrl}${open}` : `${site.siteUrl}/wp-admin/${where}`
  send(exchange, 302, { Location: location, 'Set-Cookie': cookies }, '')
  return true
}

/** The page for visitors and monitors. */
export async function showPage(exchange: Exchange, path: string): Promise<void> {
  const { site, clock, request } = exchange
  if (path === 'wp-admin/admin-ajax.php') return send(exchange, 400, {}, '0')
  if (path === 'wp-cron.php') return send(exchange, 200, {}, '')
  if (path === 'favicon.ico')
    return send(exchange, 200, { 'Content-Type': 'image/png' }, site.icon ?? siteIcon(site.index))
  if (path.startsWith('wp-admin/')) return showAdmin(exchange)
  const query = new URL(request.url ?? '/', 'http://site.invalid').searchParams
  if (path === 'wp-login.php' && query.get('action') === 'logout') return logOut(exchange, query)
  if (path === `wp-content/themes/${site.activeTheme}/style.css`)
    return site.releases.has('missing-stylesheet')
      ? send(exchange, 404, {}, '')
      : send(exchange, 200, { 'Content-Type': 'text/css' }, 'body{}')
  const isRest = path.startsWith('wp-json/') || query.has('rest_route')
  if (isRest && site.releases.has('fatal-in-rest')) return send(exchange, 500, {}, errorPage(criticalError))
  site.releases.visited()
  if (path === 'wp-json/' || query.get('rest_route') === '/') return showRestIndex(exchange)
  const { status, body, fatalError, keyword, delay = 0, headers = {} } = site.frontPage
  const wait = Math.max(delay, site.releases.pageDelay)
  if (wait > 0) await pause(clock, wait)
  if (body !== undefined) return send(exchange, status ?? 200, headers, body)
  if (fatalError) return send(exchange, status ?? 500, headers, errorPage(criticalError))
  if (path === 'wp-login.php' && request.method === 'GET') return send(exchange, 200, headers, loginPage)
  const feed = path === '' && query.get('feed') === 'rss2'
  if (feed) return send(exchange, 200, { 'Content-Type': 'application/rss+xml' }, feedOf(site))
  const post = postAt(site, path)
  if (post)
    return send(
      exchange,
      200,
      headers,
      `${noticeOf(site)}${homePage({ ...shown(site), posts: [post.title] }, keyword)}`,
    )
  if (shopPages.has(path) && site.plugin(shopPlugin)?.active)
    return send(exchange, 200, headers, `${noticeOf(site)}${homePage(shown(site), path)}`)
  if (!homes.has(path)) return send(exchange, 404, headers, errorPage('<p>Page not found.</p>'))
  // A missing theme leaves a blank page.
  if (!site.theme(site.activeTheme)) return send(exchange, status ?? 200, headers, '')
  const isBlank = site.releases.has('blank') || site.releases.has('blank-later')
  if (isBlank || (site.releases.has('blank-without-cookie') && !request.headers.cookie))
    return send(exchange, status ?? 200, headers, '')
  if (site.releases.has('redirect-loop')) return send(exchange, 302, { Location: site.url }, '')
  const page = `${noticeOf(site)}${homePage(shown(site), keyword)}`
  send(exchange, status ?? 200, headers, site.releases.has('visually-broken') ? withoutStyles(page) : page)
}

const shopPlugin = 'woocommerce/woocommerce.php'
const shopPages = new Set(['shop/', 'cart/', 'checkout/'])

const noticeOf = (site: Site) =>
  site.releases.has('prints-notice')
    ? '<br />\n<b>Deprecated</b>:  Optional parameter $a declared before required parameter $b in <b>/wp-content/plugins/a.php</b> on line <b>12</b><br />\n'
    : ''

const newestPosts = (site: Site) =>
  site.posts
    .filter(({ type, status }) => type === 'post' && status === 'publish')
    .slice(-5)
    .reverse()

const postAt = (site: Site, path: string) => newestPosts(site).find(({ id }) => path === `post-${id}/`)

const feedOf = (site: Site) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${site.title}</title>${newestPosts(site)
    .map(({ id }) => `<item><title>Post</title><link>${site.url}post-${id}/</link></item>`)
    .join('')}</channel></rss>`

/** What WordPress tells everyone about itself, as far as Flotilla reads it. */
function showRestIndex(exchange: Exchange): void {
  const { site } = exchange
  if (!site.showsRest) {
    send(exchange, 401, jsonType, JSON.stringify({ code: 'rest_not_logged_in' }))
    return
  }
  const namespaces = ['oembed/1.0', 'wp/v2']
  const routes = Object.fromEntries(['/', ...namespaces.map((name) => `/${name}`)].map((route) => [route, {}]))
  const index = { name: site.title, url: site.siteUrl, home: site.siteUrl, namespaces, routes }
  send(exchange, 200, jsonType, JSON.stringify(index))
}

const jsonType = { 'Content-Type': 'application/json; charset=UTF-8' }

/** The page that a broken style sheet and a failing script leave. */
const withoutStyles = (page: string) =>
  page
    .replace(/<link rel="stylesheet"[^>]*>/, '<style>body{background:#c00;font-size:48px}main{display:none}</style>')
    .replace(/<main>[\s\S]*<\/main>/, '<main></main><script>undefinedFunctionOfTheRelease()</script>')

const loginPage =
  '<!DOCTYPE html><html><head><title>Log In</title></head><body class="login"><form name="loginform"><input name="log"><input name="pwd" type="password"></form></body></html>'

const shown = (site: Site) => ({
  title: site.title,
  tagline: site.business.tagline,
  url: site.url,
  posts: site.posts
    .filter(({ type, status }) => type === 'post' && status === 'publish')
    .slice(-5)
    .map(({ title }) => title),
  wordpress: site.settings.fixed.shown_version ? null : site.core.installed,
  theme: site.activeTheme,
})

async function showAdmin(exchange: Exchange): Promise<void> {
  const { site, request } = exchange
  const login = site.sessions.findLogin(request.headers.cookie)
  if (login === null) return send(exchange, 302, { Location: `${site.siteUrl}/wp-login.php` }, '')
  const culprit = site.releases.culpritOf('fatal-in-admin-menu')
  if (culprit !== undefined) {
    send(exchange, 500, {}, errorPage(criticalError))
    if (request.method === 'GET' && !request.url?.includes('?')) site.guards.failedOnScreen(culprit)
    return
  }
  if (request.url?.includes('/plugins.php?_detect_plugins_updates=yes')) discoverOffers(site)
  const page = `<ul id="adminmenu"></ul><p>Howdy, ${login}</p>${logoutLink(exchange)}`
  send(exchange, 200, {}, `<!DOCTYPE html><html><head><title>Dashboard</title></head><body>${page}</body></html>\n`)
}

const logoutLink = ({ site, request }: Exchange) =>
  `<a href="${site.siteUrl}/wp-login.php?action=logout&#038;_wpnonce=${site.sessions.nonceOf(request.headers.cookie)}">Log Out</a>`

/** Ends the session of the request alone. Without its nonce WordPress asks first. */
function logOut(exchange: Exchange, query: URLSearchParams): void {
  const { site, request } = exchange
  const nonce = site.sessions.nonceOf(request.headers.cookie)
  if (nonce === '' || query.get('_wpnonce') !== nonce)
    return void send(exchange, 403, {}, errorPage(`<p>Do you really want to ${logoutLink(exchange)}?</p>`))
  const cookies = site.sessions.end(request.headers.cookie, site.siteUrl)
  send(exchange, 302, { Location: `${site.siteUrl}/wp-login.php?loggedout=true`, 'Set-Cookie': cookies }, '')
}
