import type { FastifyRequest } from 'fastify'
import type { RawBody, Route } from '../../operation/address.ts'
import { invalidInput, renameRefusedFields, ServiceError } from '../../operation/errors.ts'
import { ownValue } from '../../operation/own-value.ts'
import { readQuery } from '../http/brackets.ts'
import { readParams } from '../http/request-parts.ts'

/** They choose the form of a record on the base of the established product; elsewhere they have no effect. */
const formNames = ['with_tags', 'full_data']

/** Query keys that clients send everywhere and that most operations ignore. */
export const tolerated = (key: string) => key.startsWith('_') || key === 'context' || formNames.includes(key)

export interface RestRequest {
  input: Record<string, unknown>
  /** `_fields=a,b`: only these fields of each record are returned. */
  fields: string[] | null
  /** What the caller sent of `formNames`. */
  form: Record<string, unknown>
  /** Field of the operation → the name that the caller sent. */
  sent: ReadonlyMap<string, string>
}

/** The same error, with the names that the caller sent instead of those of the operation. */
export function withSentNames(error: unknown, { sent }: RestRequest, { path, options }: Route): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'svc_invalid_input') return error
  const missing = new Map(Object.entries(options.names ?? {}).map(([name, field]) => [field, name]))
  const isInPath = (name: string) => path.includes(`{${name}}`)
  const nameOf = (field: string) => sent.get(field) ?? missing.get(field) ?? field
  return renameRefusedFields(error, (field) => (isInPath(nameOf(field)) ? field : nameOf(field)))
}

/** Path, query and body form one input; a field may be in one of them only, unless its values are equal. */
export function readRestRequest(request: FastifyRequest, route: Route): RestRequest {
  const query = readQuery(request.raw.url ?? '')
  const fields = typeof query._fields === 'string' ? query._fields.split(',').map((field) => field.trim()) : null
  const declared = route.operation.input.shape
  const input: Record<string, unknown> = {}
  const sent = new Map<string, string>()
  const problems: Record<string, string> = {}
  const { names = {}, valueAliases = {} } = route.options
  const put = (name: string, value: unknown) => {
    const renamed = ownValue(names, name) ?? name
    const aliases = ownValue(valueAliases, renamed) ?? {}
    const given = typeof value === 'string' ? (ownValue(aliases, value) ?? value) : value
    if (Object.hasOwn(input, renamed) && String(input[renamed]) !== String(given)) problems[name] = 'is given twice'
    input[renamed] = given
    sent.set(ownValue(route.operation.aliases, renamed) ?? renamed, name)
  }
  for (const [name, value] of Object.entries(readParams(request))) put(name, value)
  for (const [name, value] of Object.entries(query)) {
    if (Object.hasOwn(declared, name) || !tolerated(name)) put(name, value)
  }
  const { rawBody } = route.options
  const body = rawBody ? readRawBody(request, rawBody) : readBody(request)
  for (const [name, value] of Object.entries(body)) put(name, value)
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  const form = Object.fromEntries(Object.entries(query).filter(([name]) => formNames.includes(name)))
  return { input, fields, form, sent }
}

function readRawBody({ body, headers }: FastifyRequest, raw: RawBody): Record<string, unknown> {
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : ''
  const fields = Object.entries(raw.headers).flatMap(([header, field]) =>
    headers[header] === undefined ? [] : [[field, headers[header]]],
  )
  return { ...Object.fromEntries(fields), [raw.field]: text }
}

function readBody(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidInput({ '': 'send a JSON object of named fields' })
  return { ...body }
}
