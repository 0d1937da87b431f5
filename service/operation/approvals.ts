import type { Context } from './context.ts'
import type { Operation } from './operation.ts'

/** A change of a key that may not change anything without a person. */
export interface AskedCall {
  operation: Operation
  /** As the operation gets it. */
  input: unknown
  context: Context
  requestId: string
}

export interface Approvals {
  /** Returns if a person has approved exactly this call, once; otherwise it stores the request and throws. */
  require(call: AskedCall): Promise<void>
}
