import { isDeepStrictEqual } from 'node:util'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type Actor, anonymousActor } from '../../operation/actor.ts'
import type { CallRates } from '../../operation/call-rates.ts'
import type { Authenticator } from '../../operation/credentials.ts'
import type { Logger } from '../../platform/log.ts'
import { isAliased, renameOut, retiredBase, rewriteCompatPath } from '../compat/their-names.ts'
import type { Surface, SurfaceContext } from '../surface.ts'
import { completeLinks } from './absolute-links.ts'
import { readBrowserToken, readCredentials, readDevice, readPuzzle } from './authenticate.ts'
import { refuseBrokenRequest, refuseConnect } from './broken-request.ts'
import { callerAddress } from './caller-address.ts'
import { isSecureAddress } from './cookies.ts'
import { limitAnswers } from './limit-answers.ts'
import { acceptBodies, bodyLimit } from './read-body.ts'
import { refuseRepeatedHeaders } from './repeated-headers.ts'
import { asError, pathOf } from './request-parts.ts'
import { findResourceMetadata } from './resource-metadata.ts'
import { sendError } from './send-error.ts'
import { maxPartLength, noRoute } from './surface-errors.ts'
import type { Traffic } from './traffic.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the server stops: endless answers end then. */
    stopping: AbortSignal
    /** Whether the caller would be authenticated now; checked again by long answers. */
    isStillAuthenticated(request: FastifyRequest): Promise<boolean>
    /** Calls back after every change of access; returns a function that stops it. */
    onAccessChange(callback: () => void): () => void
    /** Limits of connections, bodies and answers. */
    traffic: Traffic
    /** All routes of all surfaces. */
    mounted: MountedRoute[]
    /** The trace of a request, if it is traced. */
    traceIdOf?(requestId: string): string | null
  }
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Methods that answer without credentials. */
    open?: string[]
    /** Called every few seconds by monitoring: not logged. */
    probe?: boolean
    /** Accepts access tokens of the identity provider for this path. */
    resource?: string
    /** The body is not parsed. */
    rawBody?: boolean
    /** Answered from memory: not refused under load. */
    cheap?: boolean
    /** Opens a session with what a person enters. */
    signsIn?: boolean
    /** Counts the calls of a caller itself; a call of any other route counts as a read. */
    countsCalls?: boolean
  }
}

/** A path with its configuration. */
export interface MountedRoute {
  url: string
  countsCalls: boolean
  /** Methods that answer without credentials. */
  open: string[]
}

export interface ServerOptions {
  log: Logger
  authenticator: Authenticator
  context: SurfaceContext
  surfaces: Surface[]
  clientAlias: boolean
  trustProxy?: string
  newRequestId(): string
  traceIdOf?: (requestId: string) => string | null
  traffic: Traffic
  rates?: CallRates
}

/** The HTTP edge of all surfaces: credentials first, then the route; one shape for all errors. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { traffic } = options
  const { headersTimeoutMs, requestTimeoutMs } = traffic.limits
  const app = fastify({
    loggerInstance: withoutChildren(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.newRequestId,
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 2_000 },
    trustProxy: readTrustProxy(options.trustProxy),
    // Surfaces parse the query themselves, because brackets have a meaning.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxPartLength, querystringParser: () => unread },
    // A connection that is open while the server stops gets an answer, and no further one.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    ...(options.clientAlias && { rewriteUrl: rewriteCompatPath }),
    clientErrorHandler: refuseBrokenRequest,
    // An address that cannot be routed: without credentials it is answered as any other.
    frameworkErrors: (error, request, reply) => {
      addStandardHeaders(request, reply)
      const send = (refusal: unknown) => void sendError(refusal, request, reply, isRest(request))
      try {
        authenticate(options.authenticator, request, (refusal) => send(refusal ?? error))
      } catch (refusal) {
        send(refusal)
      }
    },
  })
  app.decorate('traffic', traffic)
  app.decorate('hasSecureAddress', isSecureAddress(options.context.publicUrl))
  const mounted: MountedRoute[] = []
  app.decorate('mounted', mounted)
  app.addHook('onRoute', ({ url, config }) => {
    mounted.push({ url, countsCalls: config?.countsCalls ?? false, open: config?.open ?? [] })
  })
  if (options.traceIdOf) app.decorate('traceIdOf', options.traceIdOf)
  app.decorateRequest('releases', null)
  acceptBodies(app)
  app.server.on('connect', refuseConnect)
  const connections = traffic.watch(app.server)
  const stopping = new AbortController()
  app.decorate('stopping', stopping.signal)
  app.decorate('isStillAuthenticated', async (request: FastifyRequest) => {
    // A caller without credentials has none that could be revoked.
    if (request.actor.kind === 'nobody') return true
    const identified = async () => options.authenticator.identify(readCredentials(request), callerAddress(request))
    return isDeepStrictEqual(await identified().catch(() => null), request.actor)
  })
  app.decorate('onAccessChange', (callback: () => void) => options.authenticator.onChange(callback))
  app.addHook('preClose', (done) => {
    stopping.abort()
    // Otherwise an idle connection of a browser would delay the stop by a minute.
    app.server.keepAliveTimeout = 1
    connections.closeSilent()
    done()
  })
  // Set by the first hook below, before any code reads it.
  app.decorateRequest('actor', null as unknown as Actor)
  // Hooks without a promise: each promise per request costs time.
  app.addHook('onRequest', (request, reply, done) => {
    traffic.follow(request, reply)
    addStandardHeaders(request, reply)
    refuseRepeatedHeaders(request.raw)
    if (request.routeOptions.config?.open?.includes(request.method)) {
      const actor = anonymousActor(callerAddress(request), readDevice(request))
      const userAgent = request.headers['user-agent'] ?? null
      const puzzle = readPuzzle(request)
      request.actor = { ...actor, browserToken: readBrowserToken(request), puzzle, userAgent }
      traffic.admitAnonymous(request, options.authenticator.puzzles)
      done()
      return
    }
    authenticate(options.authenticator, request, (refusal) => {
      if (refusal) return done(refusal)
      // Before the body is read, because it does not matter here.
      if (request.is404) return done(notFound(request))
      try {
        traffic.admit(request, reply)
        if (!request.routeOptions.config?.countsCalls) options.rates?.charge(request.actor, 'reads')
        done()
      } catch (error) {
        done(asError(error))
      }
    })
  })
  const complete = completeLinks(options.context.publicUrl)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    // Links first, because the compat names apply to them too.
    const completed = complete(request, payload)
    done(null, isAliased(request) ? renameOut(completed) : completed)
  })
  limitAnswers(app, traffic)
  app.addHook('onSend', (request, reply, payload, done) => {
    const fields = request.actor && options.rates?.headersFor(request.actor)
    if (fields) reply.headers(fields)
    done(null, payload)
  })
  app.setErrorHandler((error, request, reply) => {
    const { resource } = request.routeOptions.config ?? {}
    if (resource === undefined) return sendError(error, request, reply, isRest(request))
    // A program that has no token learns here where it gets one.
    return findResourceMetadata(options.context, resource).then((metadata) =>
      sendError(error, request, reply, false, metadata),
    )
  })
  app.setNotFoundHandler((request) => {
    throw notFound(request)
  })
  for (const surface of options.surfaces) surface(app, options.context)
  return app
}

const notFound = (request: FastifyRequest) => noRoute(pathOf(request))

const addStandardHeaders = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(securityHeaders).header('x-request-id', request.id)

function authenticate(authenticator: Authenticator, request: FastifyRequest, done: (error?: Error) => void): void {
  const enter = (actor: Actor) => {
    request.actor = actor
    done()
  }
  const actor = authenticator.identify(readCredentials(request), callerAddress(request))
  if (actor instanceof Promise) actor.then(enter, done)
  else enter(actor)
}

/** A logger per request costs more than most requests; lines include the request id themselves. */
function withoutChildren(log: Logger): FastifyBaseLogger {
  const single: Logger = Object.create(log, { child: { value: () => single } })
  // pino's logger has every method of this type; the types of its levels differ.
  return single as FastifyBaseLogger
}

const unread = {}

const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

const isRest = ({ url }: FastifyRequest) => url.startsWith('/api/v2') || url.startsWith(retiredBase)

/** `on` trusts any proxy; otherwise a comma list of addresses or networks of the proxies in front. */
function readTrustProxy(setting: string | undefined): boolean | string {
  if (setting === undefined || setting === 'off' || setting === 'false') return false
  if (setting === 'on' || setting === 'true') return true
  return setting
}
