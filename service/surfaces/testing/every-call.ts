import type { Address, Route } from '../../operation/address.ts'
import { convert } from '../../operation/convert.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import type { Operation } from '../../operation/operation.ts'
import { allowedMethods } from '../abilities/methods.ts'
import { exampleValue } from '../openapi/page/example-value.ts'
import { placeholdersOf, restFields } from '../openapi/rest-fields.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Fields = Record<string, unknown>

/** One way to call an operation. */
export interface EveryCall {
  surface: 'rest' | 'ability'
  method: Method
  /** The address with its placeholders. */
  path: string
  operation: Operation
  /** Every method of this path. */
  allowed: string[]
  takesBody: boolean
  /** Fields next to the path: name at this surface → name in the operation's input. */
  fields: Record<string, string>
  /** The address with the placeholders filled from the input, and the rest in the query if there is no body. */
  url(input?: Fields, query?: Fields): string
  /** The request body. */
  body(input: Fields): Fields
}

/** Every method of every route and ability, for the generic tests. */
export function everyCall(operations: readonly Operation[], addresses: readonly Address[]): EveryCall[] {
  const routes = addresses.filter((address) => address.kind === 'route')
  const rest = routes.flatMap((route) => route.methods.map((method) => restCall(route, method, routes)))
  const abilities = operations.filter(({ ability }) => ability)
  return [
    ...rest,
    ...abilities.flatMap((operation) =>
      allowedMethods(operation).map((method) => abilityCall(operation, method as Method)),
    ),
  ]
}

function restCall(route: Route, method: Method, routes: Route[]): EveryCall {
  const { operation, path, options } = route
  const names = options.names ?? {}
  const inside = (name: string) => names[name] ?? operation.aliases[name] ?? name
  const outside = (name: string) => Object.keys(names).find((other) => names[other] === name) ?? name
  const fields = Object.keys(restFields(route).others.properties)
  const placeholders = placeholdersOf(path)
  const methods = routes.filter((other) => other.path === path).flatMap((other) => other.methods)
  const takesBody = method !== 'GET'
  return {
    surface: 'rest',
    method,
    path: `/api/v2${path}`,
    operation,
    allowed: methods.includes('GET') ? [...methods, 'HEAD'] : methods,
    takesBody,
    fields: Object.fromEntries(fields.map((name) => [name, inside(name)])),
    url(input = exampleInput(operation), query = {}) {
      const filled = placeholders.reduce(
        (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(input[inside(name)] ?? 1))),
        path,
      )
      return `/api/v2${filled}${queryOf(query)}`
    },
    body(input) {
      const decided = [...placeholders.map(inside), ...Object.keys(options.fixed ?? {})]
      return Object.fromEntries(
        Object.entries(input)
          .filter(([name]) => !decided.includes(name))
          .map(([name, value]) => [outside(name), value]),
      )
    },
  }
}

function abilityCall(operation: Operation, method: Method): EveryCall {
  const path = `/api/v1/abilities/${operation.ability}/run`
  const bracketed = (query: Fields) =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [`input[${name}]`, value]))
  return {
    surface: 'ability',
    method,
    path,
    operation,
    allowed: allowedMethods(operation),
    takesBody: method === 'POST',
    fields: Object.fromEntries(Object.keys(operation.input.shape).map((name) => [name, name])),
    url: (_input, query = {}) => path + queryOf(bracketed(query)),
    body: (input) => ({ input }),
  }
}

function queryOf(query: Fields): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return text === '' ? '' : `?${text}`
}

/** An input with the required fields only. Its ids may not exist. */
export function exampleInput(operation: Operation): Fields {
  const { required = [], properties = {} } = operation.inputSchema
  return Object.fromEntries(required.map((name) => [name, exampleValue(properties[name] ?? {}, name)]))
}

/** Whether the field refuses the value, also after conversion. */
export function refuses(operation: Operation, field: string, value: unknown): boolean {
  const schema: JsonSchema = operation.inputSchema.properties?.[field] ?? {}
  const shape = operation.input.shape[field]
  return shape !== undefined && !shape.safeParse(convert(schema, value)).success
}
