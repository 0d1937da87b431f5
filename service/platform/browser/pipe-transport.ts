import type { Readable, Writable } from 'node:stream'

/** An answer may have a piece of a document or a picture; more than this is unexpected. */
const maxAnswerBytes = 64 * 1024 * 1024
/** Events have texts that a page chooses, such as what it writes to the console. A longer one is left out. */
const maxEventBytes = 1024 * 1024
const eventStart = Buffer.from('{"method"')

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
  let isLeftOut = false
  const add = (piece: Buffer) => {
    size += piece.length
    if (!isLeftOut && piece.length > 0) parts.push(piece)
    if (!isLeftOut && size > maxEventBytes && isEvent(parts)) {
      isLeftOut = true
      parts = []
    }
    if (!isLeftOut && size > maxAnswerBytes) fromChromium.destroy()
  }
  const take = (): string | null => {
    const message = isLeftOut ? null : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    isLeftOut = false
    return message
  }
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
      add(rest.subarray(0, end))
      const message = take()
      rest = rest.subarray(end + 1)
      // Asynchronous, as with Puppeteer's own transports: handlers expect to be set up first.
      if (message !== null) setImmediate(() => transport.onmessage?.(message))
    }
    add(rest)
  })
  return transport
}

const isEvent = ([first, second]: Buffer[]) => {
  const start = first && first.length < eventStart.length && second ? Buffer.concat([first, second]) : first
  return start?.subarray(0, eventStart.length).equals(eventStart) ?? false
}
