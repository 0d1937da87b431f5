import type { Readable, Writable } from 'node:stream'

/** A message may contain a piece of a document; more than this is unexpected. */
const maxMessageBytes = 256 * 1024 * 1024

/** How Puppeteer reaches Chromium: over the two pipes that it was started with, as JSON, each message ended by NUL. */
export interface PipeTransport {
  send(message: string): void
  close(): void
  onmessage?: (message: string) => void
  onclose?: () => void
}

export function pipeTransport(toChromium: Writable, fromChromium: Readable): PipeTransport {
  let parts: Buffer[] = []
  let size = 0
  const transport: PipeTransport = {
    send: (message) => void toChromium.write(`${message}\0`),
    close: () => void fromChromium.destroy(),
  }
  toChromium.on('error', () => fromChromium.destroy())
  fromChromium.on('error', () => fromChromium.destroy())
  fromChromium.on('close', () => transport.onclose?.())
  fromChromium.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const message = Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8')
      parts = []
      size = 0
      rest = rest.subarray(end + 1)
      // Asynchronous, as with Puppeteer's own transports: handlers expect to be set up first.
      setImmediate(() => transport.onmessage?.(message))
    }
    size += rest.length
    if (size > maxMessageBytes) fromChromium.destroy()
    else if (rest.length > 0) parts.push(rest)
  })
  return transport
}
