import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Actor } from './actor.ts'

/** What an operation may use, and nothing else. Keep it at eight members or fewer. */
export interface Context {
  db: Database
  queue: Queue
  clock: Clock
  secrets: Secrets
  log: Logger
  actor: Actor
}
