import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FileAnswer, RedirectAnswer, StreamAnswer, type StreamEvent } from '../../operation/answers.ts'
import { sendParts } from './send-rows.ts'

/** A preview of a report or an e-mail, also in a frame of the dashboard: it runs nothing, loads nothing and has no origin. */
const previewHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'self'; sandbox allow-popups",
  'x-frame-options': 'SAMEORIGIN',
}

/** Sends a download, a redirect or an event stream; returns false for JSON, which the surface sends. */
export function sendSpecialAnswer(output: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  if (output instanceof FileAnswer) {
    const filename = output.filename.replace(/[^\w.-]/g, '_')
    const isPage = output.mediaType.startsWith('text/html')
    if (isPage) reply.headers(previewHeaders)
    reply.header('content-type', output.mediaType)
    reply.header('content-disposition', `${isPage ? 'inline' : 'attachment'}; filename="${filename}"`)
    if (output.lasting) reply.header('cache-control', 'private, max-age=31536000, immutable')
    const { content } = output
    if (typeof content === 'string' || Buffer.isBuffer(content)) void reply.send(content)
    else void sendParts(content, request, reply)
    return true
  }
  if (output instanceof RedirectAnswer) {
    // Such links can contain a signature: they must not be cached or forwarded.
    reply.header('referrer-policy', 'no-referrer')
    void reply.redirect(output.location, 302)
    return true
  }
  if (output instanceof StreamAnswer) {
    request.server.traffic.holdStream(request)
    const gone = new AbortController()
    // At once, not with the next event: a job may not change for a long time.
    const stopWatching = request.server.onAccessChange(() => {
      void request.server.isStillAuthenticated(request).then((isStill) => isStill || gone.abort())
    })
    gone.signal.addEventListener('abort', stopWatching, { once: true })
    request.raw.once('close', () => gone.abort())
    // A page that follows a long job must not prevent a stop; it reconnects to another process.
    const hangUp = AbortSignal.any([gone.signal, request.server.stopping])
    reply.header('connection', 'close')
    reply.header('content-type', 'text/event-stream')
    reply.header('x-accel-buffering', 'no')
    const events = whileAuthenticated(request, output.events(hangUp))
    void reply.send(Readable.from(encodeEvents(events)))
    return true
  }
  return false
}

/** The stream ends when the caller's key is revoked or its rights change. */
async function* whileAuthenticated(request: FastifyRequest, events: AsyncIterable<StreamEvent>) {
  for await (const event of events) {
    if (!(await request.server.isStillAuthenticated(request))) return
    yield event
  }
}

async function* encodeEvents(events: AsyncIterable<StreamEvent>) {
  for await (const { event, id, data } of events) {
    yield `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
