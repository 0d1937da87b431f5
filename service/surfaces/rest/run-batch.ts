import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BatchKey } from '../../operation/address.ts'
import { invalidInput, ServiceError } from '../../operation/errors.ts'
import type { DoorFrame } from '../door.ts'
import { mountPath } from '../http/mount-path.ts'
import { type ErrorBody, errorBody, internalError } from '../http/send-error.ts'
import { envelope } from './envelope.ts'

type Element = ({ success: 1 } | { success: 0; error: ErrorBody }) & Record<string, unknown>
type Group = Record<string, unknown[]>

// The order in which the established product works through a batch; what is not named here comes after, as given.
const order = ['create', 'update', 'delete']
const atOnce = 8
const methods = ['POST', 'PUT', 'PATCH']

export interface BatchLimits {
  /** Items of `/batch`; a setting. */
  global(): number
  /** Items of `/<group>/batch`. */
  dedicated: number
}

/** `/batch` and `/<group>/batch`: many items, one result each, in order; one failing never stops another. */
export function mountBatches(app: FastifyInstance, base: string, frame: DoorFrame, limits: BatchLimits): void {
  const keys = new Map<string, BatchKey>()
  for (const address of frame.addresses)
    if (address.kind === 'batch') keys.set(`${address.group}.${address.action}`, address)

  const mount = (path: string, handle: (request: FastifyRequest) => Promise<unknown>) =>
    mountPath(app, base + path, new Map(methods.map((method) => [method, { handle }])))

  mount('/batch', async (request) => {
    const groups = readGroups(request.body)
    refuseTooMany(
      Object.values(groups).reduce((sum, group) => sum + countItems(group), 0),
      limits.global(),
    )
    const results: Record<string, unknown> = {}
    for (const [name, group] of Object.entries(groups))
      results[name] = await runGroup(name, group, keys, request, frame)
    return results
  })

  for (const name of new Set([...keys.values()].map((key) => key.group))) {
    mount(`/${name}/batch`, async (request) => {
      const group = readGroup(request.body, '')
      refuseTooMany(countItems(group), limits.dedicated)
      return runGroup(name, group, keys, request, frame)
    })
  }
}

async function runGroup(
  name: string,
  group: Group,
  keys: Map<string, BatchKey>,
  request: FastifyRequest,
  frame: DoorFrame,
) {
  const results: Record<string, Element[]> = {}
  for (const action of Object.keys(group)) results[action] = []
  const rank = (action: string) => (order.includes(action) ? order.indexOf(action) : order.length)
  for (const action of Object.keys(group).sort((a, b) => rank(a) - rank(b))) {
    const key = keys.get(`${name}.${action}`)
    results[action] = await runItems(group[action]!, (item) => runItem(key, `${name}.${action}`, item, request, frame))
  }
  return results
}

/** Items of one thing run in their order, different things side by side. */
async function runItems(items: unknown[], run: (item: unknown) => Promise<Element>): Promise<Element[]> {
  const results: Element[] = new Array(items.length)
  const chains = [...Map.groupBy(items.keys(), (index) => chainOf(items[index], index)).values()]
  let next = 0
  const work = async () => {
    while (next < chains.length) for (const index of chains[next++]!) results[index] = await run(items[index])
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, chains.length) }, work))
  return results
}

const chainOf = (item: unknown, index: number): string => {
  const id = identifierOf(item)
  return id === null ? `#${index}` : String(id)
}

async function runItem(
  key: BatchKey | undefined,
  name: string,
  item: unknown,
  request: FastifyRequest,
  frame: DoorFrame,
): Promise<Element> {
  try {
    if (!key) throw new ServiceError('svc_no_route', 'missing', `Batches do not know ${name}.`)
    const call = { actor: request.actor, requestId: request.id, confirmed: true }
    const outcome = await frame.run(key.operation, key.input(item), call)
    return { id: identifierOf(outcome.output) ?? identifierOf(item), ...envelope(outcome, key.options, null) }
  } catch (error) {
    const known = error instanceof ServiceError
    if (!known) request.log.error({ err: error, request_id: request.id }, 'unexpected error in a batch')
    return { id: identifierOf(item), success: 0, error: errorBody(known ? error : internalError(request.id)) }
  }
}

function identifierOf(item: unknown): string | number | null {
  if (typeof item === 'string' || typeof item === 'number') return item
  const id = (item as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function readGroups(body: unknown): Record<string, Group> {
  if (!isObject(body)) throw invalidInput({ '': 'send an object of groups, such as {"sites": {"sync": [1, 2]}}' })
  return Object.fromEntries(Object.entries(body).map(([name, group]) => [name, readGroup(group, name)]))
}

function readGroup(group: unknown, name: string): Group {
  if (!isObject(group)) throw invalidInput({ [name]: 'must be an object of lists, such as {"sync": [1, 2]}' })
  for (const [action, items] of Object.entries(group)) {
    if (!Array.isArray(items)) throw invalidInput({ [name === '' ? action : `${name}.${action}`]: 'must be a list' })
  }
  return group as Group
}

const countItems = (group: Group) => Object.values(group).reduce((sum, items) => sum + items.length, 0)

function refuseTooMany(count: number, limit: number) {
  if (count <= limit) return
  throw new ServiceError(
    'svc_request_too_large',
    'too-large',
    `A batch takes at most ${limit} items and this one has ${count}; nothing was executed. Send it in parts.`,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
