import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PrefixingProxy {
  /** Public URL of the service: "http://127.0.0.1:3000/fleet". */
  address: string
  /** Requests outside of the prefix, which were refused. */
  outsideRequests: string[]
  forwardTo(port: number): void
  close(): Promise<void>
}

/** A reverse proxy that forwards one path to the service and strips that path. */
export async function startPrefixingProxy(prefix: string): Promise<PrefixingProxy> {
  const outsideRequests: string[] = []
  let target = 0
  const server = createServer((incoming, answer) => {
    const { method, headers, url = '' } = incoming
    if (!url.startsWith(`${prefix}/`)) {
      outsideRequests.push(`${method} ${url}`)
      return answer.writeHead(404).end()
    }
    const outgoing = request({ port: target, method, headers, path: url.slice(prefix.length) }, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    outsideRequests,
    forwardTo(port) {
      target = port
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
