import type { IncomingMessage } from 'node:http'

const maxBytes = 32 * 1024 * 1024
const nothing = Buffer.alloc(0)

/** The body of a request; null when it is too large or the sender disconnected. */
export function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return Promise.resolve(nothing)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > maxBytes) {
        request.destroy()
        resolve(null)
      } else {
        pieces.push(piece)
      }
    })
    request.on('end', () => resolve((pieces.length === 1 && pieces[0]) || Buffer.concat(pieces)))
    request.on('error', () => resolve(null))
    request.on('close', () => resolve(null))
  })
}
