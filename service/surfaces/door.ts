import type { FastifyInstance } from 'fastify'
import type { Address } from '../operation/address.ts'
import type { Operation } from '../operation/operation.ts'
import type { Call, Outcome } from '../operation/run-operation.ts'

/** All a door gets to see of the house: what there is, and the one way to run it. */
export interface DoorFrame {
  operations: readonly Operation[]
  addresses: readonly Address[]
  run(operation: Operation, input: unknown, call: Call): Promise<Outcome>
  /** The outside address of the service, for absolute links; from the request when it is not configured. */
  publicUrl?: string
}

export type Door = (app: FastifyInstance, frame: DoorFrame) => void
