import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Clock } from '../clock.ts'
import { messageOf } from '../error-facts.ts'
import type { Logger } from '../log.ts'
import type { Db } from './database.ts'
import { quickReadTimeLimits } from './time-limits.ts'

export interface Notices {
  /** Calls back with the payload of each notice on the channel, from any process. */
  subscribe(channel: string, callback: (payload: string) => void): Promise<void>
  /**
   * Calls `refresh` after each notice of the channel, and whenever notices may have been missed. A failure is logged and
   * repeated until it succeeds.
   */
  keepFresh(cache: string, channel: string, refresh: () => Promise<void>): Promise<void>
  /** The caches of which the last refresh failed; `notices` while the connection is lost. */
  outdated(): string[]
  /** Called whenever notices may have been missed: caches must be cleared. */
  onGap(callback: () => void): void
  /** Resolves when the caches of `keepFresh` are refreshed. */
  announceGap(): Promise<void>
  /** False while the connection is lost: caches must not be used then. */
  isListening(): boolean
  close(): Promise<void>
}

const retryAfterMs = 500
const maxRefreshRetryMs = 30_000

// A connection that a firewall forgot is detected within a minute, not after two hours.
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

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
  const gapHearers: (() => void | Promise<void>)[] = []
  let client: Client | undefined
  let closed = false
  let forgetRetry = () => {}
  /** By cache: cancels the next attempt to refresh it. */
  const failedRefreshes = new Map<string, () => void>()

  async function connect() {
    const fresh = new Client({
      ...connection,
      ...quickReadTimeLimits,
      ...keepAlive,
      application_name: 'flotilla-notices',
    })
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
    listening = listening
      .then(() => at.query(`listen ${at.escapeIdentifier(channel)}`))
      .catch((error) => {
        log.warn({ reason: messageOf(error), channel }, 'notices: cannot listen, connecting again')
        return at.end()
      })
      .catch(() => {})
    await listening
  }

  async function announceGap() {
    await Promise.all(gapHearers.map((callback) => callback()))
  }

  async function refreshUntilDone(cache: string, refresh: () => Promise<void>, delayMs = retryAfterMs): Promise<void> {
    failedRefreshes.get(cache)?.()
    try {
      await refresh()
      if (failedRefreshes.delete(cache)) log.info({ cache }, 'a cache is up to date again')
    } catch (error) {
      if (closed) return
      log.warn({ cache, reason: messageOf(error) }, 'a cache is out of date: it was not refreshed, trying again')
      const next = Math.min(delayMs * 2, maxRefreshRetryMs)
      // Two refreshes may fail at the same time: one attempt per cache waits.
      failedRefreshes.get(cache)?.()
      failedRefreshes.set(
        cache,
        clock.after(delayMs, () => void refreshUntilDone(cache, refresh, next)),
      )
    }
  }

  function lost(which: Client) {
    if (closed || client !== which) return
    log.warn('notices: the connection was lost; connecting again')
    client = undefined
    void announceGap()
    retry()
  }

  function retry() {
    forgetRetry = clock.after(retryAfterMs, () => {
      beforeReconnecting()
        .then(connect)
        .then(
          () => {
            log.info('notices: connected again')
            // Notices may have been missed since the connection broke.
            void announceGap()
            if (closed) void client?.end()
          },
          (error) => {
            log.warn({ reason: messageOf(error) }, 'notices: cannot connect, trying again')
            if (!closed) retry()
          },
        )
    })
  }

  async function subscribe(channel: string, callback: (payload: string) => void): Promise<void> {
    const known = hearers.get(channel)
    if (known) known.push(callback)
    else {
      hearers.set(channel, [callback])
      await listenTo(channel)
    }
  }

  await connect()
  return {
    subscribe,
    async keepFresh(cache, channel, refresh) {
      const refreshNow = () => refreshUntilDone(cache, refresh)
      gapHearers.push(refreshNow)
      await subscribe(channel, () => void refreshNow())
    },
    outdated: () => [...failedRefreshes.keys(), ...(client ? [] : ['notices'])],
    onGap: (callback) => gapHearers.push(callback),
    announceGap,
    isListening: () => client !== undefined,
    async close() {
      closed = true
      forgetRetry()
      for (const cancel of failedRefreshes.values()) cancel()
      await client?.end()
    },
  }
}
