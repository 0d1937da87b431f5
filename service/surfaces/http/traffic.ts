import type { Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitedCallerOf } from '../../operation/actor.ts'
import { Budget } from '../../operation/budget.ts'
import type { SignInPuzzles } from '../../operation/credentials.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { overloaded, overloadedSignIn, tooMuchAtOnce } from '../../operation/load-errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Overload } from '../../platform/load/load-guard.ts'
import { Connections } from './connections.ts'
import { Uploads } from './uploads.ts'

const megabyte = 1024 * 1024

/** Limits of memory held for callers, in total and per caller. */
export interface TrafficLimits {
  connections: number
  /** Bytes of all request bodies in progress. */
  bodyBytes: number
  /** Bytes of all answers not yet read by their callers; small answers do not count. */
  answerBytes: number
  eventStreams: number
  requestsPerCaller: number
  /** A caller who reads nothing of an answer for this time loses the connection. */
  writeTimeoutMs: number
  headersTimeoutMs: number
  /** Headers and body together. */
  requestTimeoutMs: number
  /** Bodies of routes that answer without credentials. */
  publicBodyTimeoutMs: number
}

export const defaultTrafficLimits: TrafficLimits = {
  connections: 1_000,
  bodyBytes: 32 * megabyte,
  answerBytes: 64 * megabyte,
  eventStreams: 400,
  requestsPerCaller: 128,
  writeTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  publicBodyTimeoutMs: 10_000,
}

/** Bytes of all request bodies without credentials. */
const publicBodyBytes = 4 * megabyte
/** Sign-ins in progress while the service is overloaded, of people who solved a puzzle. */
const solvedSignInsUnderLoad = 4
/** The share that programs never take from people with a session. */
const forPeople = 0.25
const ofTotal = (total: number, share: number) => Math.max(1, Math.floor(total * share))

export interface TrafficParts {
  clock: Clock
  limits?: Partial<TrafficLimits>
  overload?(): Overload | null
  /** Counts refusals by reason. */
  onShed?(reason: string): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Released when the request ends. */
    releases: (() => void)[] | null
  }
}

/** Applies all limits of the HTTP edge of one server. */
export class Traffic {
  readonly limits: TrafficLimits
  readonly uploads: Uploads
  readonly #parts: TrafficParts
  readonly #requests: Budget
  readonly #answers: Budget
  readonly #streams: Budget
  #connections: Connections | null = null
  #solvedSignIns = 0

  constructor(parts: TrafficParts) {
    const limits = { ...defaultTrafficLimits, ...parts.limits }
    const { bodyBytes, answerBytes, eventStreams, connections, requestsPerCaller } = limits
    this.limits = limits
    this.#parts = parts
    const shared = (total: number, perCaller: number) => new Budget({ total, perCaller, reserved: total * forPeople })
    this.#requests = shared(connections, requestsPerCaller)
    this.#answers = shared(answerBytes, ofTotal(answerBytes, 0.25))
    this.#streams = shared(eventStreams, ofTotal(eventStreams, 0.1))
    this.uploads = new Uploads({
      clock: parts.clock,
      bodies: shared(bodyBytes, ofTotal(bodyBytes, 0.25)),
      publicBytes: Math.min(publicBodyBytes, bodyBytes),
      publicTimeoutMs: limits.publicBodyTimeoutMs,
      refuse: (reason, error) => this.#refuse(reason, error),
    })
  }

  watch(server: Server): Connections {
    const { connections: total } = this.limits
    this.#connections = new Connections(server, { total }, this.#parts.clock, () => this.#shed('connections'))
    return this.#connections
  }

  get underWay() {
    return {
      connections: this.#connections?.open ?? 0,
      requests: this.#requests.used,
      body_bytes: this.uploads.bytes,
      answer_bytes: this.#answers.used,
      event_streams: this.#streams.used,
    }
  }

  /** Counts a request of an authenticated caller; throws when the caller has too many in progress. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#connections?.identify(request.raw.socket, limitedCallerOf(request.actor)) === false) {
      reply.header('connection', 'close')
      throw this.#refuse('connections', tooMuchAtOnce('connections'))
    }
    this.#take(request, this.#requests, 1, 'requests')
  }

  /** Counts a request without credentials; throws while the service is overloaded, unless the route is always answered, or a person signs in who solved a puzzle. */
  admitAnonymous(request: FastifyRequest, puzzles?: SignInPuzzles): void {
    const { cheap, signsIn } = request.routeOptions.config ?? {}
    if (cheap || !this.#parts.overload?.()) return
    const { puzzle = null, address } = request.actor
    if (!signsIn || !puzzles) throw this.#refuse('anonymous', overloaded())
    if (!puzzles.isSolved(puzzle, address) || this.#solvedSignIns >= solvedSignInsUnderLoad)
      throw this.#refuse('anonymous', overloadedSignIn(puzzles.create(address)))
    this.#solvedSignIns++
    request.releases?.push(() => this.#solvedSignIns--)
  }

  /** Counts an answer in memory; throws when there are too many bytes. */
  holdAnswer(request: FastifyRequest, bytes: number): void {
    this.#take(request, this.#answers, bytes, 'large answers')
  }

  holdStream(request: FastifyRequest): void {
    this.#take(request, this.#streams, 1, 'event streams')
  }

  #take(request: FastifyRequest, budget: Budget, amount: number, what: string): void {
    const caller = limitedCallerOf(request.actor)
    const taken = budget.take(caller, amount)
    if (taken !== 'taken') throw this.#refuse(what, taken === 'caller' ? tooMuchAtOnce(what) : overloaded())
    request.releases?.push(() => budget.release(caller, amount))
  }

  /** Before anything else of a request. */
  follow(request: FastifyRequest, reply: FastifyReply): void {
    request.releases = this.#connections ? [this.#connections.begin(request.raw.socket)] : []
    const end = () => {
      for (const release of request.releases ?? []) release()
      request.releases = []
    }
    reply.raw.once('finish', end).once('close', end)
  }

  #refuse(reason: string, error: ServiceError): ServiceError {
    this.#shed(reason)
    return error
  }

  #shed(reason: string): void {
    this.#parts.onShed?.(reason)
  }
}
