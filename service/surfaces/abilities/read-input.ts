import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../../operation/errors.ts'
import { readBrackets } from '../http/brackets.ts'

/** GET and DELETE carry `input[key]=value` in the address, everything else `{"input": {…}}` in the body. */
export function readAbilityInput(request: FastifyRequest): unknown {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') {
    return readFromQuery(request.raw.url ?? '')
  }
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw invalidInput({ '': 'send a JSON object with the key "input"' })
  }
  const { input, ...others } = body as Record<string, unknown>
  const stray = Object.keys(others)
  if (stray.length > 0) {
    throw invalidInput(Object.fromEntries(stray.map((key) => [key, 'stands outside "input"; put it inside'])))
  }
  // An empty PHP array arrives as a list.
  return Array.isArray(input) && input.length === 0 ? {} : input
}

function readFromQuery(url: string): unknown {
  const { input, ...others } = readBrackets(url.split('?', 2)[1] ?? '')
  const stray = Object.keys(others).filter((key) => !key.startsWith('_') && key !== 'context')
  if (stray.length > 0) {
    throw invalidInput(Object.fromEntries(stray.map((key) => [key, `is not understood here; write input[${key}]=…`])))
  }
  if (input === '') return {}
  if (input !== undefined && typeof input === 'string') {
    throw invalidInput({ input: 'must be given as input[name]=value' })
  }
  return input
}
