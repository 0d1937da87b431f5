import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Meter } from './meter.ts'

interface Parts {
  /** A connection to `host:port`; rejects if it is refused. */
  open(authority: string): Promise<Socket>
  meter: Meter
}

/** These belong to one connection and are not forwarded (RFC 9110, 7.6.1). */
const ofOneHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A request for an http address. For https Chromium requests a tunnel instead. */
export async function forwardRequest(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { open, meter } = parts
  const url = URL.parse(request.url ?? '')
  // Any other request treats the proxy as a web server.
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') return answer(response, 400)
  let socket: Socket
  try {
    socket = await open(url.host)
  } catch {
    return answer(response, 403)
  }
  if (response.destroyed) return void socket.destroy()
  const outgoing: ClientRequest = sendRequest({
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers: { ...passedOn(request.headers), host: url.host, connection: 'close' },
    setHost: false,
    maxHeaderSize: 64 * 1024,
  })
  outgoing.on('error', () => answer(response, 502))
  // Also without an error, as after an unexpected upgrade.
  outgoing.on('close', () => response.headersSent || answer(response, 502))
  outgoing.on('response', (reply) => {
    reply.on('error', () => response.destroy())
    try {
      response.writeHead(reply.statusCode ?? 502, passedOn(reply.headers))
      reply.on('data', meter.count).pipe(response)
    } catch {
      // A status or header that can be parsed but not written.
      socket.destroy()
      answer(response, 502)
    }
  })
  response.on('close', () => socket.destroy())
  request.on('data', meter.count).pipe(outgoing)
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/[\s,]+/),
  )
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneHop.has(name) && !named.has(name)))
}

function answer(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-length': 0 }).end()
}
