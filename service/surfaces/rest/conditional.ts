import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Address, Route } from '../../operation/address.ts'
import { canonicalJson } from '../../operation/claims/canonical-json.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Outcome } from '../../operation/run-operation.ts'
import { ifMatchRefused } from '../http/entity-tag.ts'
import { readParams } from '../http/request-parts.ts'
import type { SurfaceContext } from '../surface.ts'
import { envelope } from './envelope.ts'

export type RoutesByPath = ReadonlyMap<string, readonly Route[]>

/** For the functions below: a search through all addresses for each of them would take a tenth of a second at every start. */
export const routesByPath = (addresses: readonly Address[]): RoutesByPath =>
  Map.groupBy(
    addresses.filter((address) => address.kind === 'route'),
    ({ path }) => path,
  )

/** The version of a single resource, for the address that reads it. */
export interface ResourceVersion {
  route: Route
  /** In quotes, as in the header. */
  tagOf(data: unknown): string
  /** Whether one of the tags of If-Match is that of the data. */
  matches(header: string, data: unknown): boolean
}

/**
 * Null if the address does not read one resource as JSON. An entity tag has two parts: of the whole answer, for If-None-Match, and
 * of the fields that can be edited, for If-Match. A site that was synced since it was read can so be edited; one that another
 * person edited cannot.
 */
export function versionOf(route: Route, routes: RoutesByPath): ResourceVersion | null {
  const { methods, operation, options } = route
  const isJson = operation.answers.length === 1 && operation.answers[0] === 'json'
  const isOne = methods.includes('GET') && operation.effect === 'read' && options.list === undefined
  if (!isJson || !isOne || operation.permission === 'public') return null
  const writable = writableFields(route, routes)
  const editableHash = (data: unknown) => hashOf(editablePart(data, writable))
  return {
    route,
    tagOf: (data) => `"${hashOf(data)}.${editableHash(data)}"`,
    matches(header, data) {
      if (header.trim() === '*') return true
      const current = editableHash(data)
      return tagsIn(header).some((tag) => tag.slice(1, -1).split('.')[1] === current)
    },
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 16)

/** Proxies that compress answers mark tags as weak. */
const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** The fields that the edits of the resource can write. */
function writableFields({ path }: Route, routes: RoutesByPath): Set<string> {
  const writable = new Set<string>()
  for (const { operation, options } of [path, `${path}/edit`].flatMap((at) => routes.get(at) ?? [])) {
    if (operation.effect !== 'change') continue
    const { input, aliases, readOnly = [] } = operation
    const { names = {} } = options
    for (const name of [...Object.keys(input.shape), ...Object.keys(aliases), ...Object.keys(names)])
      if (!readOnly.includes(name)) writable.add(name)
  }
  return writable
}

/** All fields if it is not known which ones can be written. */
function editablePart(data: unknown, writable: ReadonlySet<string>): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const editable = Object.entries(data).filter(([name]) => writable.has(name))
  return editable.length === 0 ? data : Object.fromEntries(editable)
}

/** The version of what a change changes: `GET /tags/{id}` for `PUT /tags/{id}/edit` and `DELETE /tags/{id}/remove`. */
export function versionOfTarget({ path, operation }: Route, routes: RoutesByPath): ResourceVersion | null {
  if (operation.effect === 'read') return null
  const parent = path.slice(0, path.lastIndexOf('/'))
  const readAt = (at: string) =>
    (routes.get(at) ?? []).map((route) => versionOf(route, routes)).find((version) => version !== null) ?? null
  return readAt(path) ?? (path.endsWith('}') ? null : readAt(parent))
}

export const isConditional = ({ headers, method }: FastifyRequest): boolean =>
  headers['if-match'] !== undefined && method !== 'GET' && method !== 'HEAD'

export function isNotModified({ headers, method }: FastifyRequest, tag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined || (method !== 'GET' && method !== 'HEAD')) return false
  return given === '*' || tagsIn(given).includes(tag)
}

/** Runs the change if its target still has the version of If-Match. Such changes of one resource run one after the other. */
export async function runIfMatching(
  target: ResourceVersion | null,
  request: FastifyRequest,
  { claims, run: runOperation }: SurfaceContext,
  run: (precondition: () => Promise<void>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!target || !claims) throw ifMatchRefused()
  const { operation, options, path } = target.route
  const { names = {}, fixed } = options
  const readData = async () => {
    const params = Object.entries(readParams(request)).map(([name, value]) => [names[name] ?? name, value])
    const call = { actor: request.actor, requestId: request.id, ...(fixed && { fixed }) }
    return envelope(await runOperation(operation, Object.fromEntries(params), call), operation, options, null).data
  }
  // A resource can have several addresses, such as an id and a domain. What is gone has none: it may be a repeated deletion.
  const id = idOf(await readData().catch(() => null)) ?? canonicalJson(readParams(request))
  return claims.exclusively(`edit ${path} ${id}`, () =>
    run(async () => {
      if (!target.matches(request.headers['if-match'] ?? '', await readData())) throw changedSince(path)
    }),
  )
}

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined

const changedSince = (path: string) =>
  new ServiceError(
    'svc_precondition_failed',
    'precondition',
    `This was changed since you read it. Read it again (GET ${path}), compare, and send your change with the new ETag.`,
  )
