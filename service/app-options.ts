import type { PoolConfig } from 'pg'
import type { BackupPaths } from './domain/service-backups/index.ts'
import type { OutboundOptions } from './outbound.ts'
import type { BrowserParts } from './platform/browser/browser.ts'
import type { Clock } from './platform/clock.ts'
import type { KeySource } from './platform/connector/key-source.ts'
import type { ConnectorOptions } from './platform/connector/settings.ts'
import type { Logger } from './platform/log.ts'
import type { MailSettings } from './platform/mail.ts'
import type { Network } from './platform/outbound/address-guard.ts'
import type { PasswordCost } from './platform/password-cost.ts'
import type { Secrets } from './platform/secrets.ts'
import type { TracingSettings } from './platform/tracing/otlp-exporter.ts'
import type { ProtectionOptions } from './protection.ts'
import type { HealthChecks } from './surfaces/http/health.ts'
import type { WorkPace } from './work.ts'

/** The dependencies of a process; tests replace some of them. */
export interface AppOptions {
  connection: PoolConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  /** The file for the newest line of the audit trail; without it none is written. */
  auditAnchor?: string
  /** Records the addresses that API keys are used from, how often per day, and refused credentials. */
  recordsKeyUse?: boolean
  /** This process serves the surfaces. */
  serves: boolean
  /** This process runs queued and scheduled work. */
  works: boolean
  clientAlias: boolean
  reviveDatabase?: () => Promise<void>
  /** The source of keys for new connections; keys are generated when needed unless a pool has some ready. */
  keys?: KeySource
  /** Private networks that sites may be in. */
  allowNetworks?: readonly Network[]
  outbound?: OutboundOptions
  /** The origin of packages of the public directory. */
  directoryOrigin?: string
  connector?: ConnectorOptions
  mail?: MailSettings
  /** Where backups of Flotilla itself are written, and their keys; without them none are made. */
  serviceBackup?: BackupPaths
  /** Where traces are sent; without it none are recorded. */
  tracing?: TracingSettings | undefined
  browser?: Pick<BrowserParts, 'program' | 'withoutSandbox' | 'limits' | 'lighthouse'>
  pace?: Partial<WorkPace>
  passwordCost?: PasswordCost
  protection?: ProtectionOptions
  /** Further checks for /readyz. */
  checks?: HealthChecks
  publicUrl?: string | undefined
  trustProxy?: string | undefined
}
