import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { pause } from '../clock.ts'
import type { Fault } from '../faults/rules.ts'
import { parseForm, text } from '../php/form.ts'
import { json } from '../php/values.ts'
import { criticalError, errorPage } from '../site/front-page.ts'
import type { Site } from '../site/site.ts'
import { readBody } from './body.ts'
import { type Answer, callConnector } from './connector.ts'
import { type Exchange, reset, send, sendMaintenance } from './exchange.ts'
import { answersAsGuard, isForGuard } from './guard-request.ts'
import { logInByLink, showPage } from './pages.ts'

/** Paths of connector calls, below the site's address. */
const endpoints = new Set(['', 'index.php', 'wp-admin/', 'wp-admin/admin-ajax.php', 'wp-login.php'])
/** Functions that make the site call wordpress.org, which can take long. */
const callingWordPressOrg = new Set(['stats', 'register', 'upgradeplugintheme', 'upgrade', 'check_abandoned'])

export type CallListener = (site: Site, name: string) => void

/** Answers one request to one site. */
export async function handle(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  onCall: CallListener | undefined,
): Promise<void> {
  const traffics = [site.callLog.requests, site.location.traffic, site.fleetSettings.traffic]
  for (const traffic of traffics) traffic.enter()
  response.on('close', () => {
    for (const traffic of traffics) traffic.leave()
  })
  const body = await readBody(request)
  if (body === null) return
  const url = new URL(request.url ?? '/', 'http://site.invalid')
  const path = pathBelow(site, url.pathname)
  const fields = parseForm(body, request.headers['content-type'] ?? '')
  const called = request.method === 'POST' && endpoints.has(path) ? text(fields, 'function') : undefined
  const link = request.method === 'GET' && url.searchParams.get('login_required') === '1'
  const name = called ?? (link ? 'login link' : isForGuard(fields) ? 'guard request' : 'front page')
  site.callLog.received(name)
  onCall?.(site, name)
  const exchange: Exchange = { site, request, response, clock: site.fleetSettings.clock, name }
  if (!hasBasicAuth(site, request)) return send(exchange, 401, demand, 'Authorization Required')
  const faults = site.faults.forCall(name)
  if (faults.length > 0 && (await divert(exchange, faults))) return
  if (site.maintenance) return sendMaintenance(exchange)
  if (isForGuard(fields) && answersAsGuard(exchange, fields)) return
  if (await failsToLoad(exchange, path, url.searchParams, called)) return
  if (site.outboundDelay > 0 && callingWordPressOrg.has(name)) await pause(exchange.clock, site.outboundDelay)
  if (link && site.connectorActive && logInByLink(exchange, url.searchParams)) return
  if (called === undefined) return showPage(exchange, path)
  const answer = await callConnector(site, {
    fields,
    query: url.searchParams,
    cookies: request.headers.cookie,
    agent: request.headers['user-agent'] ?? '',
    pretend: faults.some(({ how }) => how.pretends),
  })
  await deliver(exchange, path, answer, faults)
}

/** A bad release ends the request; otherwise its update guards see a healthy load. */
async function failsToLoad(
  exchange: Exchange,
  path: string,
  query: URLSearchParams,
  called: string | undefined,
): Promise<boolean> {
  const { site, request, clock } = exchange
  if (path === 'favicon.ico') return false
  const context = path === 'wp-cron.php' ? 'cron' : path.startsWith('wp-admin/') ? 'admin' : 'front'
  const failure = site.releases.failureOf(context, query)
  if (!failure) {
    site.guards.loaded(context)
    return false
  }
  const { slug, effect } = failure
  if (effect === 'endless-loop') await pause(clock, timeLimitMs)
  const isSilent = effect === 'exit-at-load' || effect === 'error-at-load'
  const body = isSilent || called !== undefined ? '' : errorPage(criticalError)
  // wp-cron.php answers before it loads WordPress.
  if (context === 'cron') send(exchange, 200, {}, '')
  else send(exchange, effect === 'exit-at-load' ? 200 : 500, {}, body)
  const header = request.headers['x-flotilla-guard']
  const isClean = site.releases.failureOf(context, new URLSearchParams()) !== null
  site.guards.failed(slug, context, { header: typeof header === 'string' ? header : undefined, isClean, effect })
  return true
}

/** Of PHP, for one request. */
const timeLimitMs = 30_000

const demand = { 'WWW-Authenticate': 'Basic realm="Restricted"' }

function hasBasicAuth({ basicAuth }: Site, { headers }: IncomingMessage): boolean {
  if (!basicAuth) return true
  const expected = Buffer.from(`${basicAuth.login}:${basicAuth.password}`).toString('base64')
  return headers.authorization === `Basic ${expected}`
}

/** A site found by its Host header is requested without its path. */
const pathBelow = ({ location }: Site, pathname: string): string =>
  pathname.startsWith(location.path)
    ? pathname.slice(location.path.length)
    : `${pathname}/` === location.path
      ? ''
      : pathname.slice(1)

/** Waits for the delay; true when a fault handles the whole exchange. */
async function divert(exchange: Exchange, faults: readonly Fault[]): Promise<boolean> {
  for (const { how, options } of faults) {
    if (how.waits) await pause(exchange.clock, how.waits(options, exchange.site))
    if (how.instead) {
      how.instead(exchange, options)
      return true
    }
  }
  return false
}

async function deliver(exchange: Exchange, path: string, answer: Answer, faults: readonly Fault[]): Promise<void> {
  if (answer === 'cut') return reset(exchange)
  if (answer === 'fatal') return send(exchange, 500, {}, '')
  if (answer === 'maintenance') return sendMaintenance(exchange)
  if (answer === 'not for us') {
    if (path === 'wp-admin/admin-ajax.php') return send(exchange, 400, {}, '0')
    return showPage(exchange, path)
  }
  const headers: Record<string, string | string[]> =
    answer.cookies.length > 0 ? { 'Set-Cookie': [...answer.cookies] } : {}
  if (faults.length === 0) return sendAnswer(exchange, headers, marked(json(answer.payload), answer.noise))
  let payload = answer.payload
  for (const { how, options } of faults) payload = how.alters ? how.alters(payload, exchange.site, options) : payload
  const writer = faults.find(({ how }) => how.writes)
  let body: Buffer = Buffer.from(marked(writer?.how.writes?.(payload, writer.options) ?? json(payload), answer.noise))
  for (const { how, options } of faults) body = how.wraps ? how.wraps(body, options) : body
  const carrier = faults.find(({ how }) => how.delivers)
  if (carrier?.how.delivers) carrier.how.delivers(exchange, body, headers, carrier.options)
  else send(exchange, 200, headers, body)
}

function sendAnswer(exchange: Exchange, headers: Record<string, string | string[]>, body: string): void {
  const accepted = exchange.request.headers['accept-encoding'] ?? ''
  const plain = !exchange.site.compresses || !/\bgzip\b/.test(accepted)
  if (plain) send(exchange, 200, headers, body)
  else send(exchange, 200, { ...headers, 'Content-Encoding': 'gzip' }, gzipSync(body))
}

function marked(content: string | Buffer, noise: string): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return `${noise}<mainwp>${bytes.toString('base64')}</mainwp>`
}

/** An error of the simulator itself. */
export function handleFailed(response: ServerResponse, error: unknown): void {
  console.error('The simulator failed to answer:', error)
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { 'Content-Type': 'text/html' }).end(errorPage('<p>The simulator failed.</p>'))
}
