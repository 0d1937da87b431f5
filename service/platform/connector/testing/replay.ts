import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../clock.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import { createOutbound } from '../../outbound/http-client.ts'
import type { ChildSite } from '../child-site.ts'
import { type Connector, createConnector } from '../connector.ts'
import { sharedKeySource } from '../key-source.ts'
import { keyOf } from '../parts/registration.ts'
import type { ConnectorOptions } from '../settings.ts'

/** A call to a replaying site, decoded. */
export interface Received {
  function: string
  form: URLSearchParams
  headers: IncomingMessage['headers']
}

type Reply = (response: ServerResponse, received: Received) => void

export interface Replay {
  connector: Connector
  site: ChildSite
  /** All calls, in order. */
  received: Received[]
  /** The answers to the next calls; the last one is repeated. */
  replies: Reply[]
  logged: object[]
  close(): Promise<void>
}

export const wrapped = (payload: unknown) =>
  `<mainwp>${Buffer.from(JSON.stringify(payload)).toString('base64')}</mainwp>`

export const saying =
  (payload: unknown): Reply =>
  (response) =>
    response.end(wrapped(payload))

export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end(body)

export const hangingUp: Reply = (response) => response.destroy()

/** A connector and a site with answers set by the test, over real HTTP on loopback. */
export async function startReplay(settings: ConnectorOptions = {}): Promise<Replay> {
  const received: Received[] = []
  const replies: Reply[] = []
  const logged: object[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const form = new URLSearchParams(body)
    const call = { function: form.get('function') ?? '', form, headers: request.headers }
    received.push(call)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    reply?.(response, call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const allowNetworks = parseNetworks('127.0.0.0/8')
  const outbound = createOutbound({ allowNetworks })
  const connector = createConnector({
    outbound,
    allowNetworks,
    keys: sharedKeySource(2),
    clock: systemClock,
    settings: { recheck: { attempts: 3, waitMs: 1, maxWaitMs: 2 }, ...settings },
    log: { debug: (facts) => void logged.push(facts) },
  })
  const site: ChildSite = {
    id: 1,
    label: 'replay',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    verifyTls: true,
    admin: 'admin',
    server: 'https://fleet.example/',
    cookies: new CookieJar(systemClock),
    key: keyOf(await sharedKeySource(2).take()),
  }
  return {
    connector,
    site,
    received,
    replies,
    logged,
    async close() {
      await outbound.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
