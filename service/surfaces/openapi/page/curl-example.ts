import type { Route } from '../../../operation/address.ts'
import type { JsonSchema } from '../../../operation/json-schema.ts'
import type { Operation } from '../../../operation/operation.ts'
import { mainMethod } from '../../abilities/methods.ts'
import { abilityAddress } from '../ability-paths.ts'
import { restFields } from '../rest-fields.ts'
import { restBase } from '../rest-paths.ts'
import { exampleValue } from './example-value.ts'

/** A command line with the required fields that works once the two variables are set. */
export function curlExample(operation: Operation, route: Route | undefined): string {
  return route ? overRest(route) : asAbility(operation)
}

function overRest(route: Route): string {
  const [method = 'GET'] = route.methods
  const { path, others } = restFields(route)
  const address = Object.entries(path).reduce(
    (text, [name, schema]) => text.replace(`{${name}}`, encodeURIComponent(String(exampleValue(schema, name)))),
    route.path,
  )
  const given = exampleOf(others.properties, [...others.required, ...spelledFirst(others)])
  const inQuery = method === 'GET' || method === 'DELETE'
  if (route.operation.effect === 'destroy' && method !== 'DELETE') given.confirm = true
  return command(method, restBase + address, route.operation, inQuery ? given : {}, inQuery ? null : given)
}

function asAbility(operation: Operation): string {
  const own = operation.inputSchema
  const method = mainMethod(operation)
  const needed = operation.effect === 'destroy' ? { confirm: true } : {}
  const input = { ...exampleOf(own.properties ?? {}, own.required ?? []), ...needed }
  const body = method === 'POST' ? { input } : null
  return command(method, abilityAddress(operation), operation, {}, body)
}

/** The first spelling of fields with several. */
const spelledFirst = ({ allOf = [] }: JsonSchema) => allOf.flatMap(({ anyOf = [] }) => anyOf[0]?.required ?? [])

const exampleOf = (properties: Record<string, JsonSchema>, fields: string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, exampleValue(properties[field] ?? {}, field)]))

function command(
  method: string,
  path: string,
  operation: Operation,
  query: Record<string, unknown>,
  body: object | null,
) {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$FLOTILLA${path}"`]
  if (operation.permission !== 'public') parts.push('-H "Authorization: Bearer $FLOTILLA_KEY"')
  const fields = Object.entries(query)
  if (fields.length > 0) parts.push('-G')
  for (const [name, value] of fields) parts.push(`--data-urlencode ${quote(`${name}=${String(value)}`)}`)
  if (body && Object.keys(body).length > 0)
    parts.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`)
  if (operation.answers.includes('file')) parts.push('-OJ')
  return parts.join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
