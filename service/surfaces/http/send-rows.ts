import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonRows } from '../../operation/json-rows.ts'

/** Memory for one long list while it is sent: a few parts, and the ids of its rows. */
const heldBytes = 2 * 1024 * 1024

type Body = Record<string, unknown>

export const hasRows = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof JsonRows)

/** Sends JSON with rows in some fields: at once if it is short, else in parts as the caller reads. */
export async function sendRows(body: Body, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  const rows = Object.values(body).filter((value) => value instanceof JsonRows)
  if (rows.every(({ text }) => text !== null)) return reply.send(writeAtOnce(body))
  // Before a part is fetched: a refused caller must not cost as much as the answer.
  if (rows.some(({ isLong }) => isLong)) request.server.traffic.holdAnswer(request, heldBytes)
  const pieces = write(body)
  // An error before the first rows is answered like any other.
  const [first, second, third] = [await pieces.next(), await pieces.next(), await pieces.next()]
  if (third.done) return reply.send(`${first.value}${second.value ?? ''}`)
  return reply.send(Readable.from(whileAuthenticated(request, [first.value, second.value, third.value], pieces)))
}

/** Sends a long file in parts as the caller reads. */
export function sendParts(
  parts: AsyncIterable<string | Buffer>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.server.traffic.holdAnswer(request, heldBytes)
  return reply.send(Readable.from(whileAuthenticated(request, [], parts)))
}

/** Stops when the caller's key is revoked or its rights change. */
async function* whileAuthenticated(request: FastifyRequest, begun: string[], pieces: AsyncIterable<string | Buffer>) {
  yield* begun
  for await (const piece of pieces) {
    if (!(await request.server.isStillAuthenticated(request))) throw new Error('The caller may no longer read this.')
    yield piece
  }
}

/** All rows are already here. */
function writeAtOnce(body: Body): string {
  const fields = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = value instanceof JsonRows ? `[${value.text}]` : JSON.stringify(value)
      return `${JSON.stringify(name)}:${text}`
    })
  return `{${fields.join()}}`
}

/** Each piece except the last ends with rows. */
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
