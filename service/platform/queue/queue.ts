import type { PoolConfig } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../database/database.ts'
import { serviceTimeLimits } from '../database/time-limits.ts'
import type { Logger } from '../log.ts'
import { ensureTakenIndex, findStalledMessages } from './stalled-messages.ts'

/** A call for later: the operation, its input and its actor. The queue stores it without interpreting it. */
export interface QueuedCall {
  operation: string
  input: Record<string, unknown>
  actor: unknown
}

export interface QueueOptions {
  /** Not before this time. */
  due?: Date
  /** At most one waiting call per key. */
  key?: string
  /** Queued only if this transaction commits. */
  within?: Db
}

/**
 * Long work must not delay short work: each priority has its own workers. `heavy` work uses a whole machine
 * for minutes, so a process runs one piece of it at a time.
 */
export type QueuePriority = 'short' | 'long' | 'heavy'
export const queuePriorities: QueuePriority[] = ['short', 'long', 'heavy']

export interface QueueMessage {
  /** At most one waiting message per key. */
  key: string
  data: object
  /** Higher runs first; `firstPriority` is the highest. */
  priority: number
}

/** The priority of messages whose caller has no other work before them: a reserved worker takes only these. */
export const firstPriority = 0

export interface Queue {
  later(call: QueuedCall, options?: QueueOptions): Promise<void>
  /** Wakes workers of a priority; `within` a transaction, only if it commits. */
  deliver(priority: QueuePriority, messages: QueueMessage[], within?: Db): Promise<void>
  /** Messages of any priority that were taken that many seconds ago and not finished: running, dead or failed. */
  longTaken(seconds: number): Promise<unknown[]>
  isReady(): Promise<boolean>
}

export interface ManagedQueue extends Queue {
  boss: PgBoss
  /** Takes nothing new and waits for running work, up to the grace period of a deployment. */
  stopWork(): Promise<void>
  close(): Promise<void>
}

export const callsQueue = 'calls'
export const retentionQueue = 'retention'
export const queueNameOf = (priority: QueuePriority) => `lane-${priority}`
export const deadLetters = 'dead-calls'

// A deployment stops processes with a grace period of 10 s or more; unfinished work is returned to the queue by then.
const returnAfterMs = 8_000

/** `works`: this process also runs the work, so it supervises the queue and maintains the schedules. */
export async function openQueue(connection: PoolConfig, log: Logger, works: boolean): Promise<ManagedQueue> {
  const boss = new PgBoss({
    connectionString: connection.connectionString,
    ...otherStream(connection),
    max: works ? 6 : 2,
    application_name: 'flotilla-queue',
    connectionTimeoutMillis: serviceTimeLimits.connectionTimeoutMillis,
    options: `-c lock_timeout=${serviceTimeLimits.lock_timeout} -c statement_timeout=${serviceTimeLimits.statement_timeout}`,
    schema: 'queue',
    useListenNotify: works,
    supervise: works,
    schedule: works,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
  if (works) await ensureTakenIndex(boss)
  await ensureQueue(boss, deadLetters, {})
  await ensureQueue(boss, callsQueue, {
    notify: true,
    deadLetter: deadLetters,
    retryLimit: 3,
    retryBackoff: true,
    retryDelay: 5,
    expireInSeconds: 3600,
    deleteAfterSeconds: 86_400,
  })
  for (const priority of queuePriorities) {
    // Short-lived on purpose: our tables have the remaining work, and a lost message is sent again from there.
    await ensureQueue(boss, queueNameOf(priority), {
      notify: true,
      policy: 'short',
      retryLimit: 2,
      expireInSeconds: 7200,
      deleteAfterSeconds: 3600,
    })
  }
  return {
    boss,
    async later(call, { due, key, within } = {}) {
      await boss.send(callsQueue, call, {
        ...(due && { startAfter: due }),
        ...(key && { singletonKey: key }),
        ...(within && { db: fromKysely(within) }),
      })
    },
    async deliver(priority, messages, within) {
      const rows = messages.map(({ key, data, priority }) => ({ singletonKey: key, data, priority }))
      await boss.insert(queueNameOf(priority), rows, within ? { db: fromKysely(within) } : {})
    },
    longTaken: (seconds) => findStalledMessages(boss, queuePriorities.map(queueNameOf), seconds),
    isReady: async () => (await boss.schemaVersion()) !== null,
    stopWork: () => boss.stop({ graceful: true, timeout: returnAfterMs, close: false }),
    close: () => boss.stop({ graceful: false, close: true }),
  }
}

/** The library passes its options to the driver, but has no type for this one. */
const otherStream = ({ stream }: PoolConfig): object => (stream ? { stream } : {})

export async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, options)
}
