import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidInput } from '../../operation/errors.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Call } from '../../operation/run-operation.ts'

const keyHeader = 'idempotency-key'
/** Visible characters, as in a UUID. */
const keyPattern = /^[\x21-\x7e]{1,200}$/

/** The Idempotency-Key of the request, if it has one. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[keyHeader]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw invalidInput({ 'Idempotency-Key': 'must have 1 to 200 visible characters without spaces, such as a UUID' })
  return key
}

/** Header fields of RFC 9745 and RFC 8594 for an operation that ends. */
function announceEnd({ since, ends }: NonNullable<Operation['deprecated']>, reply: FastifyReply): void {
  reply.header('deprecation', `@${Date.parse(since) / 1000}`)
  reply.header('sunset', new Date(ends).toUTCString())
}

/** The caller and the header fields of a request that concern its operation. Of a batch, the operations are not known here. */
export function callOf(request: FastifyRequest, reply: FastifyReply, operation?: Operation): Call {
  if (operation?.deprecated) announceEnd(operation.deprecated, reply)
  return {
    actor: request.actor,
    requestId: request.id,
    idempotencyKey: readIdempotencyKey(request),
    onRepeated: () => void reply.header('idempotency-replayed', 'true'),
  }
}
