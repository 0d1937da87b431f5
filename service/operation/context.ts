import type { Browser } from '../platform/browser/browser.ts'
import type { Clock } from '../platform/clock.ts'
import type { Connector } from '../platform/connector/connector.ts'
import type { Database, Db } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import type { MetricRecorder } from '../platform/metrics.ts'
import type { Outbound } from '../platform/outbound/http-client.ts'
import type { PasswordCost } from '../platform/password-cost.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Actor } from './actor.ts'
import type { AuditTrail } from './audit.ts'
import type { Ingest } from './ingest.ts'
import type { Settings } from './settings.ts'

/**
 * What features keep in memory while the process runs. Each feature adds its own members with
 * `declare module '<path>/operation/context.ts' { interface FeatureState { … } }`; service/state.ts creates them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface FeatureState {}

/** Everything an operation may use. */
export interface Context extends FeatureState {
  db: Database
  /** Calls to child sites. */
  connector: Connector
  /** All other calls to the network, through the same guard. */
  outbound: Outbound
  /** Chromium, if installed: prints documents and opens pages of sites through the same guard. */
  browser: Browser
  /** Stores what a site reported about itself. */
  ingest: Ingest
  queue: Queue
  clock: Clock
  /** The current settings. */
  settings: Settings
  /** E-mail, if configured. */
  mail: Mailer
  /** PUBLIC_URL, without a slash at its end; null if it is not set. Links in e-mails use it and never the Host header, which callers choose. */
  publicUrl: string | null
  secrets: Secrets
  /** The cost of checking a password; tests use a low one. */
  passwordCost: PasswordCost
  /** For events that are not the operation itself, such as a sign-in; the pipeline records operations. */
  audit: AuditTrail
  log: Logger
  /** Missing in tests of single parts. */
  metrics?: MetricRecorder | undefined
  actor: Actor
  /**
   * Writes the audit line of this call in the transaction of its change; last, because other lines wait until it ends.
   * For operations with `audit: 'own-transaction'`; does nothing where the pipeline writes the line.
   */
  recordChange(trx: Db): Promise<void>
  /** A worker that died may have started this call: its changes may already exist. */
  resumed: boolean
  /** The job that this call is a target of. */
  jobId: number | null
  /** The last time that a user retried this target of a job: what failed before is tried again. */
  retriedAt: Date | null
}
