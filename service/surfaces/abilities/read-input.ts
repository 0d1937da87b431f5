import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../../operation/errors.ts'
import { readQuery } from '../http/brackets.ts'

/** GET and DELETE have `input[key]=value` in the address, all others `{"input": {…}}` in the body. */
export function readAbilityInput(request: FastifyRequest): unknown {
  const query = meant(readQuery(request.raw.url ?? ''))
  if (request.method === 'POST') return readFromBody(request.body ?? {}, query)
  // Input in the wrong part is refused, because it may be the dry_run that prevents a change.
  if (!isEmpty(request.body)) throw invalidInput({ '': 'leave out the body; write input[name]=value in the address' })
  return readFromQuery(query)
}

type Fields = Record<string, unknown>

/** Without parameters that clients send everywhere and that have no meaning here. */
const meant = (query: Fields): Fields =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('_') && key !== 'context'))

const isEmpty = (body: unknown) =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)

function readFromBody(body: unknown, query: Fields): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidInput({ '': 'send a JSON object with the key "input"' })
  }
  refuseStray(query, () => 'is in the address; put it inside "input" in the body')
  const { input, ...others }: Fields = { ...body }
  refuseStray(others, () => 'is outside "input"; put it inside')
  // An empty PHP array arrives as a list.
  return Array.isArray(input) && input.length === 0 ? {} : input
}

function readFromQuery({ input, ...others }: Fields): unknown {
  refuseStray(others, (key) => `is not understood here; write input[${key}]=…`)
  if (input === '') return {}
  if (typeof input === 'string') throw invalidInput({ input: 'must be given as input[name]=value' })
  return input
}

function refuseStray(fields: Fields, reason: (key: string) => string): void {
  const stray = Object.keys(fields)
  if (stray.length > 0) throw invalidInput(Object.fromEntries(stray.map((key) => [key, reason(key)])))
}
