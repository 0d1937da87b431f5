import { isDeepStrictEqual } from 'node:util'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type Actor, nobody } from '../../operation/actor.ts'
import type { Authenticator } from '../../operation/credentials.ts'
import type { Logger } from '../../platform/log.ts'
import type { Surface, SurfaceContext } from '../surface.ts'
import { completeLinks } from './absolute-links.ts'
import { readCredentials, readDevice } from './authenticate.ts'
import { refuseBrokenRequest, refuseConnect } from './broken-request.ts'
import { callerAddress } from './caller-address.ts'
import { isAliased, renameOut, rewriteCompatPath } from './compat-path.ts'
import { limitAnswers } from './limit-answers.ts'
import { acceptBodies, bodyLimit } from './read-body.ts'
import { refuseRepeatedHeaders } from './repeated-headers.ts'
import { sendError } from './send-error.ts'
import { longestPart, noRoute } from './surface-errors.ts'
import type { Traffic } from './traffic.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says when the server is asked to stop: what would go on for ever ends then. */
    stopping: AbortSignal
    /** Whether the same caller would be let in now: asked again by what goes on for long. */
    stillKnows(request: FastifyRequest): Promise<boolean>
    /** What is limited: connections, bodies, answers. */
    traffic: Traffic
  }
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Methods that answer without credentials. */
    open?: string[]
    /** Asked every few seconds by whoever watches the service: not worth a line in the log. */
    probe?: boolean
    /** Answered from memory: not shed under load. */
    cheap?: boolean
  }
}

export interface ServerOptions {
  log: Logger
  authenticator: Authenticator
  frame: SurfaceContext
  surfaces: Surface[]
  clientAlias: boolean
  trustProxy?: string
  newRequestId(): string
  traffic: Traffic
}

/** The HTTP edge that all surfaces share: credentials first, then the route, one shape for every failure. */
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
    // Doors read the address themselves: brackets mean something here.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart, querystringParser: () => unread },
    // Whoever still holds a connection while we stop gets an answer on it, and no further one.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    ...(options.clientAlias && { rewriteUrl: rewriteCompatPath }),
    clientErrorHandler: refuseBrokenRequest,
    // An address that no route could be looked up for: it tells no more to strangers than any other.
    frameworkErrors: (error, request, reply) => {
      introduce(request, reply)
      const send = (refusal: unknown) => void sendError(refusal, request, reply, isRest(request))
      try {
        identify(options.authenticator, request, (refusal) => send(refusal ?? error))
      } catch (refusal) {
        send(refusal)
      }
    },
  })
  app.decorate('traffic', traffic)
  app.decorateRequest('releases', null)
  acceptBodies(app)
  app.server.on('connect', refuseConnect)
  const connections = traffic.watch(app.server)
  const stopping = new AbortController()
  app.decorate('stopping', stopping.signal)
  app.decorate('stillKnows', async (request: FastifyRequest) => {
    const identified = async () => options.authenticator.identify(readCredentials(request), callerAddress(request))
    return isDeepStrictEqual(await identified().catch(() => null), request.actor)
  })
  app.addHook('preClose', (done) => {
    stopping.abort()
    // Else a browser that got its last answer just now keeps its connection, and us, for another minute.
    app.server.keepAliveTimeout = 1
    connections.closeSilent()
    done()
  })
  app.decorateRequest('actor', null as unknown as Actor)
  // Hooks that need not wait are told so: every promise on the way of every request costs.
  app.addHook('onRequest', (request, reply, done) => {
    introduce(request, reply)
    refuseRepeatedHeaders(request.raw)
    if (request.routeOptions.config?.open?.includes(request.method)) {
      request.actor = nobody(callerAddress(request), readDevice(request))
      traffic.admitAnonymous(request, reply)
      done()
      return
    }
    identify(options.authenticator, request, (refusal) => {
      if (refusal) return done(refusal)
      // Before a body is read: whether it can be is of no interest here.
      if (request.is404) return done(nothingThere(request))
      try {
        traffic.admit(request, reply)
        done()
      } catch (error) {
        done(error as Error)
      }
    })
  })
  const complete = completeLinks(options.frame.publicUrl)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    // Links first: the alias renames them, too.
    const completed = complete(request, payload)
    done(null, isAliased(request) ? renameOut(completed) : completed)
  })
  limitAnswers(app, traffic)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, isRest(request)))
  app.setNotFoundHandler((request) => {
    throw nothingThere(request)
  })
  for (const surface of options.surfaces) surface(app, options.frame)
  return app
}

const nothingThere = (request: FastifyRequest) => noRoute(request.url.split('?', 1)[0]!)

const introduce = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(securityHeaders).header('x-request-id', request.id)

function identify(authenticator: Authenticator, request: FastifyRequest, done: (error?: Error) => void): void {
  const enter = (actor: Actor) => {
    request.actor = actor
    done()
  }
  const actor = authenticator.identify(readCredentials(request), callerAddress(request))
  if (actor instanceof Promise) actor.then(enter, done)
  else enter(actor)
}

/** A logger of its own for every request costs more than most requests; lines name the request themselves. */
function withoutChildren(log: Logger): FastifyBaseLogger {
  const single: Logger = Object.create(log, { child: { value: () => single } })
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

const isRest = (request: FastifyRequest) => request.url.startsWith('/api/v2')

/** `on` trusts any proxy; otherwise a comma list of addresses or networks of the proxies in front of us. */
function readTrustProxy(setting: string | undefined): boolean | string {
  if (setting === undefined || setting === 'off' || setting === 'false') return false
  if (setting === 'on' || setting === 'true') return true
  return setting
}
