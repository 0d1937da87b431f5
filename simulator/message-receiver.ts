import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MessageReceiver {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Accepts all messages, as a chat service or a program does that receives webhooks. */
export async function startMessageReceiver(port = 0): Promise<MessageReceiver> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
