import type { FastifyRequest } from 'fastify'
import type { Route } from '../../operation/address.ts'
import { invalidInput } from '../../operation/errors.ts'
import { ownValue } from '../../operation/own-value.ts'
import { readQuery } from '../http/brackets.ts'
import { readParams } from '../http/request-parts.ts'

/** Query keys that clients send everywhere and that most operations ignore. */
export const tolerated = (key: string) =>
  key.startsWith('_') || key === 'context' || key === 'with_tags' || key === 'full_data'

export interface RestRequest {
  input: Record<string, unknown>
  /** `_fields=a,b`: only these fields of each record are returned. */
  fields: string[] | null
}

/** Path, query and body form one input; a field may be in one of them only. */
export function readRestRequest(request: FastifyRequest, route: Route): RestRequest {
  const query = readQuery(request.raw.url ?? '')
  const fields = typeof query._fields === 'string' ? query._fields.split(',').map((field) => field.trim()) : null
  const declared = route.operation.input.shape
  const input: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  const { names = {}, valueAliases = {} } = route.options
  const put = (name: string, value: unknown) => {
    const renamed = ownValue(names, name) ?? name
    if (Object.hasOwn(input, renamed)) problems[name] = 'is given twice'
    const aliases = ownValue(valueAliases, renamed) ?? {}
    input[renamed] = typeof value === 'string' ? (ownValue(aliases, value) ?? value) : value
  }
  for (const [name, value] of Object.entries(readParams(request))) put(name, value)
  for (const [name, value] of Object.entries(query)) {
    if (Object.hasOwn(declared, name) || !tolerated(name)) put(name, value)
  }
  for (const [name, value] of Object.entries(readBody(request))) put(name, value)
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return { input, fields }
}

function readBody(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidInput({ '': 'send a JSON object of named fields' })
  return { ...body }
}
