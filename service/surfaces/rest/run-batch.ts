import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../operation/actor.ts'
import type { BatchKey } from '../../operation/address.ts'
import { ServiceError } from '../../operation/errors.ts'
import { mayRun, requireOneOf } from '../../operation/require-permission.ts'
import type { Call } from '../../operation/run-operation.ts'
import { shorten } from '../../operation/shorten.ts'
import { Yielder } from '../../operation/yield-to-event-loop.ts'
import { answerView, findViewOf } from '../compat/answer-view.ts'
import { inTheirErrorStyle } from '../compat/their-errors.ts'
import { isTheirRest } from '../compat/their-names.ts'
import { readIdempotencyKey } from '../http/call-of.ts'
import { refuseIfMatch } from '../http/entity-tag.ts'
import { mountPath } from '../http/mount-path.ts'
import { type ErrorBody, errorBody, internalError } from '../http/send-error.ts'
import type { SurfaceContext } from '../surface.ts'
import { envelope } from './envelope.ts'
import {
  type BatchGroup,
  type Guards,
  isObject,
  itemIdOf,
  readGroup,
  readGroups,
  readItem,
  refuseTooMany,
  textOrNumber,
  uniqueValueOf,
} from './read-batch.ts'

/** Ours has `success`, and `error` where that is 0. */
type Element = Record<string, unknown>

// The order in which the established product processes a batch; other groups follow in the given order.
const order = ['create', 'update', 'delete']
const atOnce = 8
const methods = ['POST', 'PUT', 'PATCH']

export interface BatchLimits {
  /** Items of `/batch`; a setting. */
  global(): number
  /** Items of `/<group>/batch`. */
  dedicated: number
}

/** Shared by all items of one request. */
interface Run {
  request: FastifyRequest
  context: SurfaceContext
  keys: Map<string, BatchKey>
  guards: Guards
  /** The number of characters of errors that the answer may still contain in full. */
  errorsLeft: { characters: number }
}

/** Errors are cut above it: thousands of long ones would make the answer larger than the request. */
const charactersOfErrors = 100_000
const [maxNameLength, maxCutMessageLength] = [300, 200]

/** `/batch` and `/<group>/batch`: many items, one result each, in order; a failure does not stop other items. */
export function mountBatches(app: FastifyInstance, base: string, context: SurfaceContext, limits: BatchLimits): void {
  const keys = new Map<string, BatchKey>()
  for (const address of context.addresses)
    if (address.kind === 'batch') keys.set(`${address.group}.${address.action}`, address)

  const mount = (path: string, known: readonly BatchKey[], { read, maxItems, answer }: Batch) => {
    const operations = known.map(({ operation }) => operation)
    const handle = async (request: FastifyRequest) => {
      refuseIfMatch(request)
      const idempotencyKey = readIdempotencyKey(request)
      const { groups, guards } = read(request)
      refuseTooMany(Object.values(groups), maxItems())
      if (idempotencyKey !== undefined && hasAllowedChange(groups, keys, request.actor)) {
        context.chargeRate?.(request.actor, 'changes')
        await context.claims?.rememberBatch(request.actor, idempotencyKey, [request.url, request.body])
      }
      const results: Record<string, unknown> = {}
      const errorsLeft = { characters: charactersOfErrors }
      for (const [name, group] of Object.entries(groups))
        results[name] = await runGroup(name, group, { request, context, keys, guards, errorsLeft })
      return answer(results)
    }
    const admit = ({ actor }: FastifyRequest) => requireOneOf(operations, actor)
    mountPath(app, base + path, new Map(methods.map((method) => [method, { admit, handle }])), { countsCalls: true })
  }

  mount('/batch', [...keys.values()], { read: readGroups, maxItems: limits.global, answer: (results) => results })
  for (const [name, known] of Map.groupBy(keys.values(), ({ group }) => group))
    mount(`/${name}/batch`, known, {
      read(request) {
        const { group, guards } = readGroup(request)
        return { groups: { [name]: group }, guards }
      },
      maxItems: () => limits.dedicated,
      answer: (results) => results[name],
    })
}

interface Batch {
  read(request: FastifyRequest): { groups: Record<string, BatchGroup>; guards: Guards }
  maxItems(): number
  answer(results: Record<string, unknown>): unknown
}

/** Only the batch with a change that may run is remembered: it stores a row. */
function hasAllowedChange(groups: Record<string, BatchGroup>, keys: Map<string, BatchKey>, actor: Actor): boolean {
  const operations = Object.entries(groups).flatMap(([name, group]) =>
    Object.keys(group).flatMap((action) => keys.get(`${name}.${action}`)?.operation ?? []),
  )
  return operations.some((operation) => operation.effect !== 'read' && mayRun(operation, actor))
}

async function runGroup(name: string, group: BatchGroup, run: Run) {
  const results: Record<string, Element[]> = {}
  for (const action of Object.keys(group)) results[action] = []
  const rank = (action: string) => (order.includes(action) ? order.indexOf(action) : order.length)
  for (const [action, items] of Object.entries(group).sort(([one], [other]) => rank(one) - rank(other)))
    results[action] = await runItems(items, `${name}.${action}`, run)
  return results
}

/** Items with the same id or the same unique value run in order, others concurrently. */
async function runItems(items: unknown[], name: string, run: Run): Promise<Element[]> {
  const key = run.keys.get(name)
  const ifEmpty = key?.options.ifEmpty
  if (key && ifEmpty && items.length === 0)
    return [await runItem({ ...key, operation: ifEmpty, idField: null }, { name, index: 0 }, {}, run)]
  const results: Element[] = new Array(items.length)
  const chains = [...Map.groupBy(items.keys(), (index) => chainOf(key, items[index], index)).values()]
  const yielder = new Yielder()
  // All workers take from one iterator.
  const left = chains.values()
  const work = async () => {
    for (const chain of left)
      for (const index of chain) {
        results[index] = await runItem(key, { name, index }, items[index], run)
        await yielder.next()
      }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, chains.length) }, work))
  return results
}

/** Items with the same chain run in order. An item without an id and without a unique value is a chain of its own. */
function chainOf(key: BatchKey | undefined, item: unknown, index: number): string {
  const id = itemIdOf(key, item)
  if (id !== null) return String(id)
  const value = uniqueValueOf(key, item)
  return value === null ? `#${index}` : `new ${value}`.toLowerCase()
}

async function runItem(
  key: BatchKey | undefined,
  { name, index }: { name: string; index: number },
  item: unknown,
  { request, context, guards, errorsLeft }: Run,
): Promise<Element> {
  try {
    if (!key) throw new ServiceError('svc_no_route', 'missing', `Batches do not know ${shorten(name)}.`)
    const call = itemCall(request, `${name} ${index}`)
    const theirs = isTheirRest(request) ? await inTheirShape(key, item, call, { context, guards }) : null
    if (theirs) return theirs
    const outcome = await context.run(key.operation, readItem(key, item, guards), call)
    const made = isObject(outcome.output) ? textOrNumber(outcome.output.id) : null
    const shown = envelope(outcome, key.operation, key.options, null)
    const id = made ?? itemIdOf(key, item)
    if (shown.success === 1) return { id, ...shown }
    // The same call by itself is answered with 200 as well.
    const { code, message, ...rest } = shown
    return { id, ...rest, message, error: cutError({ code, message, data: { status: 200 } }, errorsLeft) }
  } catch (error) {
    const known = error instanceof ServiceError
    if (!known) request.log.error({ err: error, request_id: request.id }, 'unexpected error in a batch')
    const id = itemIdOf(key, item)
    const body = cutError(errorBody(known ? error : internalError(request.id)), errorsLeft)
    const shownId = typeof id === 'string' ? shorten(id, maxNameLength) : id
    if (isTheirRest(request)) return { id: shownId ?? 0, error: inTheirErrorStyle(body) }
    return {
      id: shownId,
      success: 0,
      message: body.message,
      error: body,
    }
  }
}

/** With the Idempotency-Key of the batch, each item has a key of its own: the items that are left run when it is sent again. */
function itemCall(request: FastifyRequest, item: string): Call {
  const batchKey = readIdempotencyKey(request)
  return {
    actor: request.actor,
    requestId: request.id,
    confirmed: true,
    // A key in a header has no line breaks.
    idempotencyKey: batchKey === undefined ? undefined : `${batchKey}\n${item}`,
  }
}

/** An item on the base of the established product: what the single route answers there, with the id. Null: it has no such route. */
async function inTheirShape(
  key: BatchKey,
  item: unknown,
  call: Call,
  { context, guards }: Pick<Run, 'context' | 'guards'>,
): Promise<Element | null> {
  const found = findViewOf(key.operation, context.addresses)
  const input = readItem(key, item, guards)
  if (!found || !isObject(input)) return null
  const { body } = await answerView(found.view, found.route, { call, input }, context)
  const made = isObject(body.data) ? textOrNumber(body.data.id) : null
  return { id: itemIdOf(key, item) ?? made, ...body }
}

function cutError(error: ErrorBody, left: { characters: number }): ErrorBody {
  left.characters -= JSON.stringify(error).length
  if (left.characters > 0) return error
  const { code, message, data } = error
  return { code, message: shorten(message, maxCutMessageLength), data: { status: data.status } }
}
