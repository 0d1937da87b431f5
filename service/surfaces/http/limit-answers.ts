import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asError } from './request-parts.ts'
import type { Traffic } from './traffic.ts'

/** Answers up to this size usually fit into the buffers of the kernel. */
const smallAnswer = 64 * 1024

/** Limits the answers in memory for slow callers. */
export function limitAnswers(app: FastifyInstance, traffic: Traffic): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // Node closes a connection that is idle for this time. It sets another timeout once the answer is sent.
    const { socket } = reply.raw
    if (socket instanceof Socket) socket.setTimeout(traffic.limits.writeTimeoutMs)
    try {
      const bytes = bytesToHold(request, reply, payload)
      if (bytes >= smallAnswer) traffic.holdAnswer(request, bytes)
    } catch (error) {
      done(asError(error))
      return
    }
    done(null, payload)
  })
}

function bytesToHold(request: FastifyRequest, reply: FastifyReply, payload: unknown): number {
  // Answers without credentials are files that all callers share in memory. Errors are small.
  if (!request.actor || request.actor.kind === 'nobody' || reply.statusCode >= 400) return 0
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
}
