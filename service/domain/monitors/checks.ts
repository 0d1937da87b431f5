import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import { OwnConnection } from './own-connection.ts'
import { type Probe, type ProbeParts, probe } from './probe.ts'
import { type Observation, type Recorded, recordObservations } from './record-beats.ts'
import { isPaused, type Watched } from './watch-list.ts'

export interface ChecksParts extends ProbeParts {
  db: Database
  clock: Clock
  log: Logger
  /** The check of a monitor is over and kept; undefined when it came to nothing, `gone` when there is no such site any more. */
  done(watched: Watched, recorded: Recorded | 'gone' | undefined): void
}

interface Finished {
  watched: Watched
  observation: Observation
}

const flushEveryMs = 1_000
const mostPerWrite = 1_000
// When the database is away for long, the oldest results go first.
const mostWaiting = 20_000

/** Runs checks side by side, and writes what they saw once a second rather than once per check. */
export class Checks {
  readonly #parts: ChecksParts
  readonly #abort = new AbortController()
  readonly #connection = new OwnConnection()
  readonly #running = new Set<Promise<void>>()
  #finished: Finished[] = []
  #writing: Promise<void> | undefined
  #forgetFlush: (() => void) | undefined

  constructor(parts: ChecksParts) {
    this.#parts = parts
  }

  get running(): number {
    return this.#running.size
  }

  start(watched: Watched): void {
    const check = this.#check(watched).finally(() => this.#running.delete(check))
    this.#running.add(check)
  }

  /** Writes what is finished; resolves when that is done, and what was being written too. */
  async flush(): Promise<void> {
    this.#forgetFlush?.()
    this.#forgetFlush = undefined
    while (this.#writing) await this.#writing
    if (this.#finished.length === 0) return
    this.#writing = this.#write(this.#nextPart()).finally(() => {
      this.#writing = undefined
      if (this.#finished.length > 0) this.#flushSoon()
    })
    await this.#writing
  }

  /** Resolves when all checks that were started are over and kept. */
  async settled(): Promise<void> {
    while (this.#running.size > 0 || this.#finished.length > 0 || this.#writing) {
      await Promise.all(this.#running)
      await this.flush()
    }
  }

  /** Breaks off what is under way and keeps what is finished. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await Promise.all(this.#running)
    // Each part once: while the database is away, what could not be written would be there again and again.
    for (let parts = Math.ceil(this.#finished.length / mostPerWrite); parts > 0; parts--) await this.flush()
    this.#forgetFlush?.()
  }

  async #check(watched: Watched): Promise<void> {
    const { row, settings } = watched
    try {
      const seen = await probe(this.#parts, row, settings, this.#abort.signal)
      const observation = {
        siteId: row.site_id,
        probe: seen,
        maxRetries: this.#isDoubtful(watched, seen) ? Number.POSITIVE_INFINITY : watched.settings.maxRetries,
        intervalMs: watched.settings.intervalSeconds * 1000,
        paused: isPaused(watched),
      }
      this.#finished.push({ watched, observation })
      this.#flushSoon()
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#parts.log.error({ err: error, siteId: row.site_id }, 'a check went wrong')
      this.#parts.done(watched, undefined)
    }
  }

  /** When nobody answers at all, a site that does not is checked again rather than called down. */
  #isDoubtful({ row }: Watched, { address }: Probe): boolean {
    const now = this.#parts.clock.now().getTime()
    this.#connection.note(row.address ?? row.url, address !== null, now)
    return this.#connection.isDoubtful(now)
  }

  #flushSoon(): void {
    if (this.#forgetFlush || this.#abort.signal.aborted) return
    this.#forgetFlush = this.#parts.clock.after(flushEveryMs, () => {
      this.#forgetFlush = undefined
      void this.flush()
    })
  }

  /** The oldest results, each site once: one that was lost to somebody else and won back may have two. */
  #nextPart(): Finished[] {
    const bySite = new Map<number, Finished>()
    for (const finished of this.#finished.slice(0, mostPerWrite)) {
      const { siteId } = finished.observation
      if (!bySite.has(siteId)) bySite.set(siteId, finished)
    }
    const part = new Set(bySite.values())
    this.#finished = this.#finished.filter((finished) => !part.has(finished))
    return [...part]
  }

  #keepForLater(batch: Finished[]): void {
    const waiting = [...batch, ...this.#finished]
    for (const { watched } of waiting.slice(0, -mostWaiting)) this.#parts.done(watched, undefined)
    this.#finished = waiting.slice(-mostWaiting)
  }

  async #write(batch: Finished[]): Promise<void> {
    const { db, clock, log, done } = this.#parts
    const observations = batch.map(({ observation }) => observation)
    try {
      const recorded = await recordObservations(db, observations, clock.now())
      const bySite = new Map(recorded.map((each) => [each.siteId, each]))
      for (const { watched, observation } of batch) done(watched, bySite.get(observation.siteId) ?? 'gone')
    } catch (error) {
      log.warn({ reason: (error as Error).message, checks: batch.length }, 'results of checks were not kept')
      if (isOurMistake(error)) await this.#writeOneByOne(batch)
      else this.#keepForLater(batch)
    }
  }

  /** One result that cannot be stored must not take the others with it. */
  async #writeOneByOne(batch: Finished[]): Promise<void> {
    const { db, clock, log, done } = this.#parts
    for (const [place, { watched, observation }] of batch.entries()) {
      try {
        const [recorded] = await recordObservations(db, [observation], clock.now())
        done(watched, recorded ?? 'gone')
      } catch (error) {
        if (!isOurMistake(error)) return this.#keepForLater(batch.slice(place))
        log.error({ err: error, siteId: observation.siteId }, 'the result of a check cannot be kept')
        done(watched, undefined)
      }
    }
  }
}

/** The database refuses the values themselves (classes 22 and 23); anything else passes, and is tried again. */
const isOurMistake = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '')
