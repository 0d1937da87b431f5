import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonRows } from '../../operation/json-rows.ts'

/** What one caller of a long list costs while it is sent: a few parts of it, and the numbers of its rows. */
const heldBytes = 2 * 1024 * 1024

type Body = Record<string, unknown>

export const hasRows = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof JsonRows)

/** Sends JSON of which some fields are rows: at once if it is short, else part by part as the caller reads. */
export async function sendRows(body: Body, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isLong = Object.values(body).some((value) => value instanceof JsonRows && value.isLong)
  // Before a part is fetched: a caller who is refused must not cost what the answer would.
  if (isLong) request.server.traffic.holdAnswer(request, heldBytes)
  const pieces = write(body)
  reply.type('application/json; charset=utf-8')
  // An error before the first rows is answered like any other.
  const [first, second, third] = [await pieces.next(), await pieces.next(), await pieces.next()]
  if (third.done) return reply.send(`${first.value}${second.value ?? ''}`)
  return reply.send(Readable.from(whileKnown(request, [first.value, second.value, third.value], pieces)))
}

/** Sends a file of any length part by part as the caller reads. */
export function sendParts(parts: AsyncIterable<string>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.server.traffic.holdAnswer(request, heldBytes)
  return reply.send(Readable.from(whileKnown(request, [], parts)))
}

/** A caller whose key was revoked, or who has other rights by now, gets nothing more. */
async function* whileKnown(request: FastifyRequest, begun: string[], pieces: AsyncIterable<string>) {
  yield* begun
  for await (const piece of pieces) {
    if (!(await request.server.stillKnows(request))) throw new Error('The caller may no longer read this.')
    yield piece
  }
}

/** Each piece but the last ends with rows. */
async function* write(body: Body): AsyncGenerator<string> {
  let pending = '{'
  for (const [index, [name, value]] of Object.entries(body).entries()) {
    if (value === undefined) continue
    pending += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
    if (!(value instanceof JsonRows)) {
      pending += JSON.stringify(value)
      continue
    }
    pending += '['
    let isFirst = true
    for await (const part of value.parts()) {
      yield `${pending}${isFirst ? '' : ','}${part}`
      pending = ''
      isFirst = false
    }
    pending += ']'
  }
  yield `${pending}}`
}
