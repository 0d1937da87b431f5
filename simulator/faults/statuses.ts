import { send, sendMaintenance } from '../http/exchange.ts'
import { criticalError, errorPage } from '../site/front-page.ts'
import type { FaultType } from './fault-type.ts'

const challenge =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Checking if the site connection is secure</h1></body></html>'

const answers = (summary: string, status: number, body: string, headers: Record<string, string> = {}): FaultType => ({
  summary,
  instead: (exchange) => send(exchange, status, headers, body),
})

/** Answers with an error status. */
export const statuses = {
  'http-400': answers('400 with body 0, like a site without the connector.', 400, '0'),
  'http-401': answers('401 of a web server with Basic auth.', 401, 'Authorization Required', {
    'WWW-Authenticate': 'Basic realm="Staging"',
  }),
  'http-403-challenge': answers('403 challenge page of a firewall.', 403, challenge, { 'cf-mitigated': 'challenge' }),
  'http-404': answers('404 page.', 404, errorPage('<p>Page not found.</p>')),
  'http-429': answers('429 with Retry-After: 2.', 429, 'Too Many Requests', { 'Retry-After': '2' }),
  'http-500': answers('500 without marker; nothing was performed.', 500, errorPage(criticalError)),
  'http-500-after': {
    summary: '500 without marker after the action was performed.',
    delivers: (exchange) => send(exchange, 500, {}, ''),
  },
  'http-502': answers('502 of a proxy.', 502, '<html><body><h1>502 Bad Gateway</h1></body></html>'),
  'http-503': { summary: '503 maintenance page of WordPress.', instead: sendMaintenance },
  'http-503-overloaded': answers('503 of an overloaded server.', 503, '<h1>503 Service Unavailable</h1>'),
  'http-520': answers('520 of a content network.', 520, 'error code: 520'),
} as const satisfies Record<string, FaultType>

const leads = (summary: string, where: (url: string) => string, status = 302): FaultType => ({
  summary,
  instead(exchange, options) {
    const location = options.location ?? where(`${exchange.site.url}wp-admin/admin-ajax.php`)
    send(exchange, options.status ?? status, { Location: location }, '')
  },
})

/** Redirects. `location` and `status` can be given. */
export const redirects = {
  'redirect-other-origin': leads('Redirects to another host.', () => 'https://elsewhere.example/collect', 307),
  'redirect-loopback': leads('Redirects to the loopback address.', () => 'http://127.0.0.1:5432/', 307),
  'redirect-metadata': leads(
    'Redirects to the metadata address of clouds.',
    () => 'http://169.254.169.254/latest/meta-data/',
    307,
  ),
  'redirect-scheme': leads('Redirects to a file.', () => 'file:///etc/passwd'),
  'redirect-loop': leads('Redirects to itself, for ever.', (url) => url, 307),
  'redirect-www': leads('Redirects to the same host with www.', (url) => url.replace('://', '://www.'), 301),
} as const satisfies Record<string, FaultType>
