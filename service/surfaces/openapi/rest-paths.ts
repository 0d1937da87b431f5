import {
  type Address,
  type HttpMethod,
  hasPages,
  isAlwaysPaged,
  type Route,
  restPageSize,
} from '../../operation/address.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import { type RoutesByPath, routesByPath, versionOf, versionOfTarget } from '../rest/conditional.ts'
import { areaOf } from './area.ts'
import { changeHeaders, describeOperation, operationIdOf, type Paths } from './path-item.ts'
import { restResponses } from './responses.ts'
import { definitionsOf, restFields } from './rest-fields.ts'
import { type SchemaRegistry, schemaName } from './schema-registry.ts'

export const restBase = '/api/v2'

/** Every route of every feature, one entry per method. */
export function restPaths(addresses: readonly Address[], registry: SchemaRegistry): Paths {
  const paths: Paths = {}
  const routes = routesByPath(addresses)
  for (const address of addresses) {
    if (address.kind !== 'route') continue
    const path = restBase + address.path
    const item = paths[path] ?? {}
    paths[path] = item
    for (const method of address.methods)
      item[method.toLowerCase()] = describeRoute(address, method, { addresses, routes }, registry)
  }
  return paths
}

function describeRoute(
  route: Route,
  method: HttpMethod,
  { addresses, routes }: { addresses: readonly Address[]; routes: RoutesByPath },
  registry: SchemaRegistry,
) {
  const { operation, options, methods } = route
  const { path, others } = restFields(route)
  const { rawBody } = options
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const settle = (schema: JsonSchema) => registry.settle(schemaName(operation.name, 'Input'), schema)
  const isVersioned = method === 'GET' && versionOf(route, routes) !== null
  const isConditional = versionOfTarget(route, routes) !== null
  const parameters = [
    ...Object.entries(path).map(([name, schema]) => ({ name, in: 'path', required: true, schema: settle(schema) })),
    ...(takesBody ? [] : queryParameters(others, settle, method, pageSizeOf(route))),
    ...Object.keys(rawBody?.headers ?? {}).map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    ...(method === 'GET' && operation.answers.includes('json') ? [{ $ref: '#/components/parameters/Fields' }] : []),
    ...(method === 'GET' && options.list !== undefined ? [{ $ref: '#/components/parameters/Format' }] : []),
    ...(isVersioned ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...changeHeaders(operation),
    ...(isConditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ]
  const { required, ...body } = others
  const needsBody = required.length > 0 || others.allOf !== undefined
  const hasFields = Object.keys(others.properties).length > 0
  const operationId = operationIdOf(options.id ?? operation.name, method, methods)
  return {
    ...describeOperation(operation, areaOf(operation, addresses), operationId),
    ...(parameters.length > 0 && { parameters }),
    ...(rawBody && {
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    }),
    ...(takesBody &&
      !rawBody &&
      hasFields && {
        requestBody: {
          required: needsBody,
          content: { 'application/json': { schema: settle({ ...body, ...(required.length > 0 && { required }) }) } },
        },
      }),
    responses: restResponses(
      operation,
      options,
      { takesBody, namesAThing: Object.keys(path).length > 0, isConditional, isVersioned },
      registry,
    ),
  }
}

function pageSizeOf(route: Route): string | undefined {
  if (!hasPages(route)) return undefined
  return isAlwaysPaged(route)
    ? `Omitted: ${restPageSize} rows on every page.`
    : `Omitted: all rows, or ${restPageSize} on every page if page is given.`
}

function queryParameters(
  fields: ReturnType<typeof restFields>['others'],
  settle: (schema: JsonSchema) => JsonSchema,
  method: HttpMethod,
  pageSize: string | undefined,
) {
  const definitions = definitionsOf(fields)
  return Object.entries(fields.properties)
    .filter(([name]) => !(method === 'DELETE' && name === 'confirm'))
    .map(([name, schema]) => {
      const { description: described, ...settled } = settle({ ...schema, ...definitions })
      const isPageSize = name === 'per_page' && pageSize !== undefined
      const { default: byDefault, ...withoutDefault } = settled
      const rest = isPageSize ? withoutDefault : settled
      const description = isPageSize ? pageSize : described
      return {
        name,
        in: 'query',
        ...(description !== undefined && { description }),
        ...(fields.required.includes(name) && { required: true }),
        ...queryStyle(rest),
        schema: rest,
      }
    })
}

/** Lists in a query are `a,b,c`, objects are `name[key]=value`. */
function queryStyle({ type }: JsonSchema) {
  if (type === 'array') return { style: 'form', explode: false }
  return type === 'object' ? { style: 'deepObject', explode: true } : {}
}
