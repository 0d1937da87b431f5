import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Clock } from '../clock.ts'
import { messageOf } from '../error-facts.ts'
import type { Logger } from '../log.ts'
import type { Db } from './database.ts'

export interface Notices {
  /** Calls back with the payload of each notice on the channel, from any process. */
  subscribe(channel: string, callback: (payload: string) => void): Promise<void>
  /** Called whenever notices may have been missed: caches must be cleared. */
  onGap(callback: () => void): void
  announceGap(): void
  /** False while the connection is lost: caches must not be used then. */
  isListening(): boolean
  close(): Promise<void>
}

const retryAfterMs = 500

/** Notifies every process; within a transaction, only after the commit. */
export async function notify(db: Db, channel: string, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** One listening connection per process, reopened whenever it breaks. */
export async function openNotices(
  connection: ClientConfig,
  clock: Clock,
  log: Logger,
  beforeReconnecting: () => Promise<void> = async () => {},
): Promise<Notices> {
  const hearers = new Map<string, ((payload: string) => void)[]>()
  const gapHearers: (() => void)[] = []
  let client: Client | undefined
  let closed = false
  let forgetRetry = () => {}

  async function connect() {
    const fresh = new Client({ ...connection, keepAlive: true, application_name: 'flotilla-notices' })
    fresh.on('error', () => {})
    fresh.on('notification', ({ channel, payload }) => {
      for (const callback of hearers.get(channel) ?? []) callback(payload ?? '')
    })
    await fresh.connect()
    for (const channel of hearers.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
    fresh.once('end', () => lost(fresh))
    client = fresh
  }

  // One after another: a connection runs one query at a time.
  let listening: Promise<unknown> = Promise.resolve()
  async function listenTo(channel: string): Promise<void> {
    const at = client
    if (!at) return
    listening = listening.then(() => at.query(`listen ${at.escapeIdentifier(channel)}`)).catch(() => {})
    await listening
  }

  function announceGap() {
    for (const callback of gapHearers) callback()
  }

  function lost(which: Client) {
    if (closed || client !== which) return
    client = undefined
    announceGap()
    retry()
  }

  function retry() {
    forgetRetry = clock.after(retryAfterMs, () => {
      beforeReconnecting()
        .then(connect)
        .then(
          () => {
            // Notices may have been missed since the connection broke.
            announceGap()
            if (closed) void client?.end()
          },
          (error) => {
            log.warn({ reason: messageOf(error) }, 'notices: cannot connect, trying again')
            if (!closed) retry()
          },
        )
    })
  }

  await connect()
  return {
    async subscribe(channel, callback) {
      const known = hearers.get(channel)
      if (known) known.push(callback)
      else {
        hearers.set(channel, [callback])
        await listenTo(channel)
      }
    },
    onGap: (callback) => gapHearers.push(callback),
    announceGap,
    isListening: () => client !== undefined,
    async close() {
      closed = true
      forgetRetry()
      await client?.end()
    },
  }
}
