import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPages, isAlwaysPaged, type Route, restPageSize } from '../../operation/address.ts'
import { JsonRows, RowsAnswer } from '../../operation/json-rows.ts'
import { requirePermission } from '../../operation/require-permission.ts'
import { answerView, findView } from '../compat/answer-view.ts'
import { isAliased } from '../compat/their-names.ts'
import type { RouteView } from '../compat/view.ts'
import { callOf } from '../http/call-of.ts'
import { refuseIfMatch } from '../http/entity-tag.ts'
import { mountPath, type RouteHandler } from '../http/mount-path.ts'
import { outsideAddress } from '../http/outside-address.ts'
import { sendSpecialAnswer } from '../http/send-answer.ts'
import { hasRows, sendRows } from '../http/send-rows.ts'
import { closeSession, refuseForeignPages, setBrowserCookie, setSessionCookie } from '../http/session-cookie.ts'
import type { SurfaceContext } from '../surface.ts'
import {
  isConditional,
  isNotModified,
  type ResourceVersion,
  type RoutesByPath,
  routesByPath,
  runIfMatching,
  versionOf,
  versionOfTarget,
} from './conditional.ts'
import { envelope } from './envelope.ts'
import { exportFormatOf, exportRoute } from './export-route.ts'
import { type RestRequest, readRestRequest, withSentNames } from './read-request.ts'

/** Mounts every address of every feature. */
export function mountRoutes(app: FastifyInstance, base: string, context: SurfaceContext): void {
  const byPath = routesByPath(context.addresses)
  for (const [path, routes] of byPath) {
    const handlers = new Map<string, RouteHandler>()
    for (const route of routes)
      for (const method of route.methods) handlers.set(method, handlerOf(route, byPath, context))
    mountPath(app, base + path.replace(/\{(\w+)\}/g, ':$1'), handlers, {
      countsCalls: true,
      signsIn: routes.some(({ options }) => options.session === 'open'),
    })
  }
}

/** A route with the versions of what it reads and changes. */
interface VersionedRoute extends Route {
  read: ResourceVersion | null
  target: ResourceVersion | null
}

function handlerOf(route: Route, routes: RoutesByPath, context: SurfaceContext): RouteHandler {
  const versioned = { ...route, read: versionOf(route, routes), target: versionOfTarget(route, routes) }
  return {
    open: route.operation.permission === 'public',
    rawBodyBytes: route.options.rawBody?.maxBytes,
    admit(request) {
      requirePermission(route.operation, request.actor)
      if (route.options.session === 'open' || route.options.session === 'begin') refuseForeignPages(request)
    },
    handle: (request, reply) => answer(versioned, request, reply, context),
  }
}

async function answer(route: VersionedRoute, request: FastifyRequest, reply: FastifyReply, context: SurfaceContext) {
  const { operation, options } = route
  const received = readRestRequest(request, route)
  const view = isAliased(request) ? findView(route) : undefined
  if (view) {
    refuseIfMatch(request)
    return answerInTheirShape(view, route, request, reply, received, context)
  }
  const { input, fields } = received
  const isPageRequested = hasPages(route) && (isAlwaysPaged(route) || input.page !== undefined)
  const isSizeOmitted = isPageRequested && input.per_page === undefined
  const call = {
    ...callOf(request, reply, operation),
    confirmed: request.method === 'DELETE',
    fixed: isSizeOmitted ? { ...options.fixed, per_page: restPageSize } : options.fixed,
  }
  const format = exportFormatOf(request, route)
  if (format) {
    const file = await exportRoute(route, { input, call, format }, request, context).catch((error: unknown) => {
      throw withSentNames(error, received, route)
    })
    sendSpecialAnswer(file, request, reply)
    return reply
  }
  const run = (precondition?: () => Promise<void>) =>
    context.run(operation, input, { ...call, ...(precondition && { precondition }) })
  const conditional = () => runIfMatching(route.target, request, context, run)
  const outcome = await (isConditional(request) ? conditional() : run()).catch((error: unknown) => {
    throw withSentNames(error, received, route)
  })
  if (sendSpecialAnswer(outcome.output, request, reply)) return reply
  if (outcome.output instanceof RowsAnswer) outcome.output = outcome.output.body()
  if (options.session === 'open' && !outcome.dryRun) outcome.output = setSessionCookie(outcome.output, request, reply)
  if (options.session === 'begin' && !outcome.dryRun) outcome.output = setBrowserCookie(outcome.output, request, reply)
  if (options.session === 'close' && !outcome.dryRun) closeSession(request, reply)
  const body = envelope(outcome, operation, options, fields)
  if (route.read && !(body.data instanceof JsonRows)) {
    const tag = route.read.tagOf(fields ? envelope(outcome, operation, options, null).data : body.data)
    reply.header('etag', tag)
    if (isNotModified(request, tag)) return reply.status(304).send()
  }
  if (options.list !== undefined && !outcome.dryRun) addPageHeaders(body, request, reply, context)
  return hasRows(body) ? sendRows(body, request, reply) : body
}

/** On the base of the established product: the same operations, its shapes. */
async function answerInTheirShape(
  view: RouteView,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  received: RestRequest,
  context: SurfaceContext,
) {
  const { input, form, fields } = received
  const call = { ...callOf(request, reply, route.operation), confirmed: request.method === 'DELETE' }
  const asked = { call, input, form, fields }
  const { body, own, isDryRun } = await answerView(view, route, asked, context).catch((error: unknown) => {
    throw withSentNames(error, received, route)
  })
  if (route.options.list !== undefined && !isDryRun) addPageHeaders(own, request, reply, context)
  return hasRows(body) ? sendRows(body, request, reply) : body
}

function addPageHeaders(
  body: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  context: SurfaceContext,
) {
  reply.header('x-wp-total', String(body.total))
  reply.header('x-wp-totalpages', String(body.pages))
  const next = nextPage(request, context, body)
  if (next) reply.header('link', next)
}

/** The Link header to the next page, with everything else of the request's query. */
function nextPage(
  request: FastifyRequest,
  { publicUrl }: SurfaceContext,
  body: Record<string, unknown>,
): string | null {
  const [page, pages] = [Number(body.page), Number(body.pages)]
  if (request.method !== 'GET' || page >= pages) return null
  const url = new URL(request.raw.url ?? '/', outsideAddress(request, publicUrl))
  url.searchParams.set('page', String(page + 1))
  return `<${url.href}>; rel="next"`
}
