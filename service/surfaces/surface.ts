import type { FastifyInstance } from 'fastify'
import type { Actor } from '../operation/actor.ts'
import type { Address } from '../operation/address.ts'
import type { CostClass } from '../operation/call-rates.ts'
import type { RequestClaims } from '../operation/claims/request-claims.ts'
import type { Operation } from '../operation/operation.ts'
import type { OutgoingMessage } from '../operation/outgoing-message.ts'
import type { Call, Outcome } from '../operation/run-operation.ts'

/** Everything a surface can use: the operations and the function that runs them. */
export interface SurfaceContext {
  operations: readonly Operation[]
  addresses: readonly Address[]
  run(operation: Operation, input: unknown, call: Call): Promise<Outcome>
  /** Counts a call that runs no operation; throws when the caller has too many. */
  chargeRate?(actor: Actor, cost: CostClass): void
  /** Requests that run once; without it, header fields for that are refused. */
  claims?: RequestClaims
  /** What the service posts to other programs. */
  messages?: readonly OutgoingMessage[]
  /** The public address of the service, for absolute links; from the request if not configured. */
  publicUrl?: string
  /** The identity provider whose access tokens are accepted by routes with a `resource`; null: none. */
  findTokenIssuer?(): Promise<string | null>
}

export type Surface = (app: FastifyInstance, context: SurfaceContext) => void
