import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyInstance } from 'fastify'

interface Refusal {
  status: string
  code: string
  message: string
}

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'svc_request_timeout',
    message: 'The request did not arrive in time. Send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '413 Content Too Large',
    code: 'svc_request_too_large',
    message: 'The address or the headers are too long; send long input in a body.',
  },
}

const noProxy: Refusal = {
  status: '405 Method Not Allowed',
  code: 'svc_method_not_allowed',
  message: 'CONNECT is not possible here: this is not a proxy.',
}

const notHttp: Refusal = {
  status: '400 Bad Request',
  code: 'svc_invalid_input',
  message: 'This is not a request that HTTP/1.1 allows.',
}

/** A malformed request gets the usual error body; its surface is not known yet. */
export function refuseBrokenRequest(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  refuse(socket, refusals[error.code] ?? notHttp)
}

/** Node closes the connection of a CONNECT request without an answer unless there is a listener. */
export function refuseConnect(_request: unknown, socket: Duplex): void {
  // The server listens on TCP only.
  refuse(socket as Socket, noProxy)
}

function refuse(socket: Socket, { status, code, message }: Refusal): void {
  const body = JSON.stringify({ code, message, data: { status: Number.parseInt(status, 10) } })
  const head = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  // The connection is not left half open: the caller could hold it indefinitely.
  socket.destroySoon()
}
