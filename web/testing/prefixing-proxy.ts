import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PrefixingProxy {
  /** Where the outside world finds the service: "http://127.0.0.1:3000/fleet". */
  address: string
  /** What was asked for outside of the prefix, and got nothing. */
  strays: string[]
  passTo(port: number): void
  close(): Promise<void>
}

/** A web server that gives the service one of its paths, and takes the path away before it passes a request on. */
export async function startPrefixingProxy(prefix: string): Promise<PrefixingProxy> {
  const strays: string[] = []
  let target = 0
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    if (!url.startsWith(`${prefix}/`)) {
      strays.push(`${method} ${url}`)
      return answer.writeHead(404).end()
    }
    const passed = request({ port: target, method, headers, path: url.slice(prefix.length) }, (given) => {
      answer.writeHead(given.statusCode!, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    strays,
    passTo(port) {
      target = port
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
