import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RecordedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface RecordingServer {
  url: string
  requests: RecordedRequest[]
  /** Everything it received, as one text. */
  received(): string
}

const notFound = (response: ServerResponse) => void response.writeHead(404).end('no such page')

/** A web server of an attacker on its own loopback address: records each request and answers 404. */
export async function startRecordingServer(
  host = '127.66.0.1',
  answer: (response: ServerResponse, request: RecordedRequest) => unknown = notFound,
): Promise<RecordingServer> {
  const requests: RecordedRequest[] = []
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = message
    const request = { method, path, headers, body: Buffer.concat(chunks).toString() }
    requests.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}/`, requests, received: () => JSON.stringify(requests) }
}
