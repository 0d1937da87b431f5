import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { onTestFinished } from 'vitest'
import { parseNetworks } from '../address-guard.ts'
import { createOutbound, type Outbound, type OutboundParts } from '../http-client.ts'

export type TestCertificateName = 'good' | 'expired' | 'wrong-name' | 'self-signed'

const pem = (name: string) =>
  readFileSync(new URL(`../../../testing/certificates/${name}.pem`, import.meta.url), 'utf8')

export const testAuthority = pem('authority')

export interface TestServer {
  port: number
  /** Sockets accepted so far. */
  connections: Socket[]
}

/** Sends what the test provides, byte by byte. */
export function rawServer(
  onConnection: (socket: Socket, number: number) => void,
  address?: string,
  port?: number,
): Promise<TestServer> {
  let number = 0
  return listen(
    createTcp((socket) => {
      socket.on('error', () => {})
      onConnection(socket, number++)
      // Unread input would hide that the other side closed.
      socket.resume()
    }),
    address,
    port,
  )
}

/** Waits for the end of the request's headers, then sends that text and leaves the connection open. */
export function cannedServer(answer: string | Buffer): Promise<TestServer> {
  return rawServer((socket) => socket.once('data', () => socket.write(answer)))
}

export function httpServer(listener: RequestListener, address?: string, port?: number): Promise<TestServer> {
  return listen(createHttp({ keepAliveTimeout: 60_000 }, listener), address, port)
}

export function httpsServer(
  certificate: TestCertificateName,
  listener: RequestListener,
  maxVersion: SecureVersion = 'TLSv1.3',
): Promise<TestServer> {
  const both = pem(certificate)
  return listen(createHttps({ key: both, cert: both, maxVersion }, listener))
}

/** An outbound client that may call loopback and resolves every `.test` name to it. */
export function testOutbound(parts: OutboundParts = {}): Outbound {
  const outbound = createOutbound({
    allowNetworks: parseNetworks('127.0.0.0/8, ::1'),
    resolver: async (hostname) => (hostname.endsWith('.test') ? ['127.0.0.1'] : []),
    extraAuthorities: [testAuthority],
    ...parts,
  })
  onTestFinished(() => outbound.close())
  return outbound
}

/** Resolves when the client has closed every connection to this server. */
export async function allClosed({ connections }: TestServer): Promise<void> {
  await Promise.all(
    connections.map(
      (socket) => socket.destroyed || new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)),
    ),
  )
}

async function listen(server: Server, address = '127.0.0.1', port = 0): Promise<TestServer> {
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => connections.push(socket))
  server.listen(port, address)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of connections) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections }
}
