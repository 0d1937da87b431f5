import type { Db } from '../platform/database/database.ts'
import type { SealedColumn } from '../platform/database/sealed-columns.ts'
import type { Address } from './address.ts'
import type { IngestItem } from './ingest.ts'
import type { Operation } from './operation.ts'

/** Runs an operation again and again, as Flotilla itself; `cron` is in UTC. */
export interface Schedule {
  operation: Operation
  cron: string
  input?: Record<string, unknown>
}

/** A domain of the service: what it can do and where that is reached. */
export interface Feature {
  name: string
  operations: Operation[]
  addresses: Address[]
  schedule?: Schedule[]
  /** Its columns that hold secrets sealed by the master key, as `table.column`: rotation, backup and doctor need to know. */
  sealed?: SealedColumn[]
  /** Keeps this feature's part of what sites told about themselves, each site once; a part that is undefined was not sent. */
  ingests?: (trx: Db, items: readonly IngestItem[], now: Date) => Promise<void>
}
