import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FileAnswer, RedirectAnswer, StreamAnswer, type StreamEvent } from '../../operation/answers.ts'
import { sendParts } from './send-rows.ts'

/** A report or an e-mail to look at, in a frame of the dashboard too: it runs nothing, loads nothing and belongs to no origin. */
const pageToLookAt = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'self'; sandbox allow-popups",
  'x-frame-options': 'SAMEORIGIN',
}

/** Sends a download, a redirect or an event stream; answers false for plain JSON, which is the surface's own affair. */
export function sendSpecialAnswer(output: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  if (output instanceof FileAnswer) {
    const filename = output.filename.replace(/[^\w.-]/g, '_')
    const isPage = output.mediaType.startsWith('text/html')
    if (isPage) reply.headers(pageToLookAt)
    reply.header('content-type', output.mediaType)
    reply.header('content-disposition', `${isPage ? 'inline' : 'attachment'}; filename="${filename}"`)
    if (output.lasting) reply.header('cache-control', 'private, max-age=31536000, immutable')
    const { content } = output
    if (typeof content === 'string' || Buffer.isBuffer(content)) void reply.send(content)
    else void sendParts(content, request, reply)
    return true
  }
  if (output instanceof RedirectAnswer) {
    // Such links can carry a signature: nobody on the way may keep or pass it on.
    reply.header('referrer-policy', 'no-referrer')
    void reply.redirect(output.location, 302)
    return true
  }
  if (output instanceof StreamAnswer) {
    request.server.traffic.holdStream(request)
    const gone = new AbortController()
    request.raw.once('close', () => gone.abort())
    // A page that follows a long job must not keep the service from stopping; it asks again, and another process answers.
    const hangUp = AbortSignal.any([gone.signal, request.server.stopping])
    reply.header('connection', 'close')
    reply.header('content-type', 'text/event-stream')
    reply.header('x-accel-buffering', 'no')
    const events = whileKnown(request, output.events(hangUp))
    void reply.send(Readable.from(encodeEvents(events)))
    return true
  }
  return false
}

/** Nothing more is told to a caller whose key was taken away, or who has other rights by now. */
async function* whileKnown(request: FastifyRequest, events: AsyncIterable<StreamEvent>) {
  for await (const event of events) {
    if (!(await request.server.stillKnows(request))) return
    yield event
  }
}

async function* encodeEvents(events: AsyncIterable<StreamEvent>) {
  for await (const { event, id, data } of events) {
    yield `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
