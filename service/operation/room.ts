import type { Address } from './address.ts'
import type { Operation } from './operation.ts'

/** Runs an operation again and again, as Flotilla itself; `cron` is in UTC. */
export interface Schedule {
  operation: Operation
  cron: string
  input?: Record<string, unknown>
}

/** A domain of the house: what it can do and where that is reached. */
export interface Room {
  name: string
  operations: Operation[]
  addresses: Address[]
  schedule?: Schedule[]
}
