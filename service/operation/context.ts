import type { Browser } from '../platform/browser/browser.ts'
import type { Clock } from '../platform/clock.ts'
import type { Connector } from '../platform/connector/connector.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Outbound } from '../platform/outbound/http-client.ts'
import type { PasswordCost } from '../platform/password-cost.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Actor } from './actor.ts'
import type { Ingest } from './ingest.ts'
import type { Settings } from './settings.ts'

/** What an operation may use, and nothing else: every member is something it could not get in another way. */
export interface Context {
  db: Database
  /** What can be asked of a child site. */
  connector: Connector
  /** Any other call to the outside, through the same guard. */
  outbound: Outbound
  /** Chromium, where there is one: documents, and pages of sites behind the same guard. */
  browser: Browser
  /** Takes in what a site told about itself. */
  ingest: Ingest
  queue: Queue
  clock: Clock
  /** What people have set. */
  settings: Settings
  /** E-mail, where it is set up. */
  mail: Mailer
  secrets: Secrets
  /** How expensive it is to check a login password; tests use a cheap one. */
  passwordCost: PasswordCost
  log: Logger
  actor: Actor
  /** The same call was begun before by a worker that died: what it changes may already be there. */
  resumed: boolean
}
