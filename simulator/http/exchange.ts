import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Site } from '../site/site.ts'
import { maintenanceHeaders, maintenancePage, maintenanceText } from './texts.ts'

/** One request and its response. */
export interface Exchange {
  readonly site: Site
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly clock: Clock
  /** The connector function called, or `front page`. */
  readonly name: string
}

/** Resets the connection. */
export const reset = ({ request }: Exchange): void => {
  request.socket.resetAndDestroy()
}

/** Repeats until the client disconnects. */
export function untilGone({ response, clock }: Exchange, milliseconds: number, step: () => void): void {
  const again = () => {
    if (response.destroyed || response.socket?.destroyed) return
    step()
    clock.after(milliseconds, again)
  }
  again()
}

/** Writes without end, as fast as the client reads. */
export function pour({ response }: Exchange, piece: Buffer, max = Number.POSITIVE_INFINITY): void {
  let poured = 0
  const more = () => {
    while (!response.destroyed && poured < max) {
      poured += piece.length
      if (!response.write(piece)) {
        response.once('drain', more)
        return
      }
    }
    if (!response.destroyed) response.end()
  }
  more()
}

/** What WordPress answers in maintenance, before it loads a plugin. */
export function sendMaintenance(exchange: Exchange): void {
  const { pathname } = new URL(exchange.request.url ?? '/', 'http://site.invalid')
  const body = pathname.endsWith('/wp-admin/admin-ajax.php') ? maintenanceText : maintenancePage
  send(exchange, 503, maintenanceHeaders, body)
}

export function send(
  exchange: Exchange,
  status: number,
  headers: Record<string, string | string[]>,
  body: Buffer | string,
) {
  const { response, request } = exchange
  if (response.destroyed || response.headersSent) return
  // Node sends a text in one piece with the headers, but not bytes.
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  response.writeHead(status, { 'Content-Type': 'text/html; charset=UTF-8', ...headers, 'Content-Length': length })
  response.end(request.method === 'HEAD' ? undefined : body)
}
