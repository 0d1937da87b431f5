import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { codeOf, messageOf } from '../../platform/error-facts.ts'
import type { Logger } from '../../platform/log.ts'
import { OwnConnection } from './own-connection.ts'
import { type Probe, type ProbeParts, probe } from './probe.ts'
import { type Observation, type Recorded, recordObservations } from './record-beats.ts'
import { isPaused, type Watched } from './watch-list.ts'

export interface ChecksParts extends ProbeParts {
  db: Database
  clock: Clock
  log: Logger
  /** Called when a check is stored; undefined when it has no result, `gone` when the site was deleted. */
  done(watched: Watched, recorded: Recorded | 'gone' | undefined): void
}

interface Finished {
  watched: Watched
  observation: Observation
}

const flushEveryMs = 1_000
const maxPerWrite = 1_000
// During a long database outage the oldest results are dropped first.
const maxWaiting = 20_000

/** Runs checks concurrently and stores their results once a second rather than once per check. */
export class Checks {
  readonly #parts: ChecksParts
  readonly #connection = new OwnConnection()
  readonly #running = new Map<Promise<void>, AbortController>()
  #isStopped = false
  #finished: Finished[] = []
  #writing: Promise<void> | undefined
  #cancelFlush: (() => void) | undefined

  constructor(parts: ChecksParts) {
    this.#parts = parts
  }

  get running(): number {
    return this.#running.size
  }

  /** A check that is aborted has no result. */
  start(watched: Watched, signal: AbortSignal): void {
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort)
    const check = this.#check(watched, controller.signal).finally(() => {
      signal.removeEventListener('abort', abort)
      this.#running.delete(check)
    })
    this.#running.set(check, controller)
  }

  /** Stores finished results; resolves when these and earlier writes are done. */
  async flush(): Promise<void> {
    this.#cancelFlush?.()
    this.#cancelFlush = undefined
    while (this.#writing) await this.#writing
    if (this.#finished.length === 0) return
    this.#writing = this.#write(this.#nextPart()).finally(() => {
      this.#writing = undefined
      if (this.#finished.length > 0) this.#flushSoon()
    })
    await this.#writing
  }

  /** Resolves when all started checks are stored. */
  async settled(): Promise<void> {
    while (this.#running.size > 0 || this.#finished.length > 0 || this.#writing) {
      await Promise.all(this.#running.keys())
      await this.flush()
    }
  }

  /** Aborts running checks and stores finished ones. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const controller of this.#running.values()) controller.abort()
    await Promise.all(this.#running.keys())
    // One attempt per part: during a database outage, failed parts would be queued again without end.
    for (let parts = Math.ceil(this.#finished.length / maxPerWrite); parts > 0; parts--) await this.flush()
    this.#cancelFlush?.()
  }

  async #check(watched: Watched, signal: AbortSignal): Promise<void> {
    const { row, settings } = watched
    try {
      const seen = await probe(this.#parts, row, settings, signal)
      const observation = {
        siteId: row.site_id,
        probe: seen,
        maxRetries: this.#isConnectionSuspect(watched, seen) ? Number.POSITIVE_INFINITY : watched.settings.maxRetries,
        intervalMs: watched.settings.intervalSeconds * 1000,
        paused: isPaused(watched),
      }
      this.#finished.push({ watched, observation })
      this.#flushSoon()
    } catch (error) {
      if (!signal.aborted) this.#parts.log.error({ err: error, siteId: row.site_id }, 'a check failed unexpectedly')
      this.#parts.done(watched, undefined)
    }
  }

  /** When no address answers at all, a failing site is checked again rather than marked down. */
  #isConnectionSuspect({ row }: Watched, { address }: Probe): boolean {
    const now = this.#parts.clock.now().getTime()
    this.#connection.record(row.address ?? row.url, address !== null, now)
    return this.#connection.isSuspect(now)
  }

  #flushSoon(): void {
    if (this.#cancelFlush || this.#isStopped) return
    this.#cancelFlush = this.#parts.clock.after(flushEveryMs, () => {
      this.#cancelFlush = undefined
      void this.flush()
    })
  }

  /** The oldest results, one per site: a site whose share was lost and regained may have two. */
  #nextPart(): Finished[] {
    const bySite = new Map<number, Finished>()
    for (const finished of this.#finished.slice(0, maxPerWrite)) {
      const { siteId } = finished.observation
      if (!bySite.has(siteId)) bySite.set(siteId, finished)
    }
    const part = new Set(bySite.values())
    this.#finished = this.#finished.filter((finished) => !part.has(finished))
    return [...part]
  }

  #requeue(batch: Finished[]): void {
    const waiting = [...batch, ...this.#finished]
    for (const { watched } of waiting.slice(0, -maxWaiting)) this.#parts.done(watched, undefined)
    this.#finished = waiting.slice(-maxWaiting)
  }

  async #write(batch: Finished[]): Promise<void> {
    const { db, clock, log, done } = this.#parts
    const observations = batch.map(({ observation }) => observation)
    try {
      const recorded = await recordObservations(db, observations, clock.now())
      const bySite = new Map(recorded.map((each) => [each.siteId, each]))
      for (const { watched, observation } of batch) done(watched, bySite.get(observation.siteId) ?? 'gone')
    } catch (error) {
      log.warn({ reason: messageOf(error), checks: batch.length }, 'check results were not stored')
      if (isInvalidData(error)) await this.#writeOneByOne(batch)
      else this.#requeue(batch)
    }
  }

  /** One invalid result must not prevent storing the others. */
  async #writeOneByOne(batch: Finished[]): Promise<void> {
    const { db, clock, log, done } = this.#parts
    for (const [index, { watched, observation }] of batch.entries()) {
      try {
        const [recorded] = await recordObservations(db, [observation], clock.now())
        done(watched, recorded ?? 'gone')
      } catch (error) {
        if (!isInvalidData(error)) return this.#requeue(batch.slice(index))
        log.error({ err: error, siteId: observation.siteId }, 'a check result cannot be stored')
        done(watched, undefined)
      }
    }
  }
}

/** The database rejects the values (classes 22 and 23); other errors are temporary and retried. */
const isInvalidData = (error: unknown) => /^2[23]/.test(codeOf(error) ?? '')
