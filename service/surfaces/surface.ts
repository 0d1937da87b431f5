import type { FastifyInstance } from 'fastify'
import type { Address } from '../operation/address.ts'
import type { Operation } from '../operation/operation.ts'
import type { Call, Outcome } from '../operation/run-operation.ts'

/** All a surface gets to see of the service: what there is, and the one way to run it. */
export interface SurfaceContext {
  operations: readonly Operation[]
  addresses: readonly Address[]
  run(operation: Operation, input: unknown, call: Call): Promise<Outcome>
  /** The outside address of the service, for absolute links; from the request when it is not configured. */
  publicUrl?: string
}

export type Surface = (app: FastifyInstance, frame: SurfaceContext) => void
