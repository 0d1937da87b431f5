import type { PoolConfig } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { findLongTaken } from './long-taken.ts'

/** A call for later: which operation, with what, in whose name. The queue keeps it and knows nothing about it. */
export interface LaterCall {
  operation: string
  input: Record<string, unknown>
  actor: unknown
}

export interface LaterOptions {
  /** Not before this time. */
  due?: Date
  /** At most one waiting call per key. */
  key?: string
  /** Queued only if this transaction commits. */
  within?: Db
}

/**
 * Long work must not keep short work waiting: each lane has workers of its own. `heavy` work takes a machine for itself
 * for minutes, so a process does one piece of it at a time.
 */
export type QueuePriority = 'short' | 'long' | 'heavy'
export const queuePriorities: QueuePriority[] = ['short', 'long', 'heavy']

export interface Message {
  /** At most one waiting message per key. */
  key: string
  data: object
  /** Higher comes first; `firstPriority` is the highest. */
  priority: number
}

/** Of messages that no other work of the same caller comes before: a reserved worker takes only these. */
export const firstPriority = 0

export interface Queue {
  later(call: LaterCall, options?: LaterOptions): Promise<void>
  /** Wakes workers of a lane; `within` a transaction, only if it commits. */
  deliver(lane: QueuePriority, messages: Message[], within?: Db): Promise<void>
  /** The data of messages in any lane that somebody took so many seconds ago and did not finish: at work, dead or failed. */
  longTaken(seconds: number): Promise<unknown[]>
  isReady(): Promise<boolean>
}

export interface ManagedQueue extends Queue {
  boss: PgBoss
  /** Takes nothing new and waits for what is under way, as long as a deployment is patient. */
  stopWork(): Promise<void>
  close(): Promise<void>
}

export const callsQueue = 'calls'
export const queueNameOf = (lane: QueuePriority) => `lane-${lane}`
const deadLetters = 'dead-calls'

// A deployment stops processes with a grace period of 10 s or more; work not done by then is handed back.
const handBackAfterMs = 8_000

/** `works`: this process also does the work, so it supervises and keeps the schedules. */
export async function openQueue(connection: PoolConfig, log: Logger, works: boolean): Promise<ManagedQueue> {
  const boss = new PgBoss({
    connectionString: connection.connectionString,
    max: works ? 6 : 2,
    application_name: 'flotilla-queue',
    schema: 'queue',
    useListenNotify: works,
    supervise: works,
    schedule: works,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'))
  await boss.start()
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
  for (const lane of queuePriorities) {
    // Short-lived on purpose: what is left to do stands in our tables, and a lost message is sent again from there.
    await ensureQueue(boss, queueNameOf(lane), {
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
    async deliver(lane, messages, within) {
      const rows = messages.map(({ key, data, priority }) => ({ singletonKey: key, data, priority }))
      await boss.insert(queueNameOf(lane), rows, within ? { db: fromKysely(within) } : {})
    },
    longTaken: (seconds) => findLongTaken(boss, queuePriorities.map(queueNameOf), seconds),
    isReady: async () => (await boss.schemaVersion()) !== null,
    stopWork: () => boss.stop({ graceful: true, timeout: handBackAfterMs, close: false }),
    close: () => boss.stop({ graceful: false, close: true }),
  }
}

async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, options)
}
