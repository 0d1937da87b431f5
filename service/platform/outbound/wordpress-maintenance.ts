import type { IncomingHeaders } from './request.ts'

/** WordPress ignores its maintenance flag once it is this old. */
export const longestMaintenanceMs = 600_000

/** Every answer of WordPress that must not be cached has this date, in all languages and since version 2. */
const notCached = 'Wed, 11 Jan 1984 05:00:00 GMT'
const readBytes = 4096

/**
 * Whether an answer is the maintenance of one WordPress site: 503 with `Retry-After: 600`. WordPress sends it before it loads
 * a plugin, so the request had no effect. The text is translated and plain for a connector call; the headers are not
 * translated. A site with a page of its own (wp-content/maintenance.php), or behind a proxy that removes headers, is
 * recognised by the text. Any other 503 is a server that is overloaded.
 */
export function isWordPressMaintenance({
  status,
  headers,
  body,
}: {
  status: number
  headers: IncomingHeaders
  body: Buffer
}): boolean {
  if (status !== 503) return false
  const asksForTenMinutes = headers['retry-after'] === '600'
  if (asksForTenMinutes && headers.expires === notCached) return true
  const start = body.toString('latin1', 0, readBytes)
  return (
    start.startsWith('Briefly unavailable for scheduled maintenance') ||
    start.includes('<body id="error-page"') ||
    (asksForTenMinutes && /maintenance/i.test(start))
  )
}
