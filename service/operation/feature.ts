import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { SealedColumn } from '../platform/database/sealed-columns.ts'
import type { CounterDefinition, GaugeDefinition, GaugeValue } from '../platform/metrics.ts'
import type { Address } from './address.ts'
import type { InboxSource } from './inbox-source.ts'
import type { IngestHandler } from './ingest.ts'
import type { Operation } from './operation.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { RetentionRule } from './retention.ts'

/** Runs an operation on a schedule, as the system; `cron` is in UTC. */
export interface Schedule {
  operation: Operation
  cron: string
  input?: Record<string, unknown>
}

/** Amounts of the whole installation for /metrics, read at most once a minute per process. */
export interface FeatureGauge extends GaugeDefinition {
  read(services: { db: Database; clock: Clock }): Promise<GaugeValue[]>
}

/** A domain of the service: its operations and their addresses. */
export interface Feature {
  name: string
  /** The tables that only its stores write; other features call functions that its index.ts exports. */
  tables?: readonly string[]
  operations: Operation[]
  addresses: Address[]
  schedule?: Schedule[]
  /** Which of its rows are deleted when they are old. */
  retention?: readonly RetentionRule[]
  /** Columns with secrets sealed by the master key, as `table.column`; used by key rotation, backup and doctor. */
  sealed?: SealedColumn[]
  ingests?: IngestHandler
  gauges?: readonly FeatureGauge[]
  /** What its operations and work count for /metrics, with `context.metrics`. */
  counters?: readonly CounterDefinition[]
  /** What it lists in the inbox. */
  inbox?: readonly InboxSource[]
  /** What it posts to other programs. */
  messages?: readonly OutgoingMessage[]
}
