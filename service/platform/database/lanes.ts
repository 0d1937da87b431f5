import type { ClientConfig } from 'pg'
import { Lane } from './lane.ts'
import type { Question } from './prepared-query.ts'

export interface LanesOptions {
  /** So many connections at most. */
  most: number
  /** So many callers share a connection before the next one is opened. */
  crowd: number
  /** When all are full: join the emptiest, or wait until there is place. */
  overflow: 'join' | 'wait'
}

const idleMs = 60_000

/**
 * Prepared statements of many callers over a few connections that stay open: nobody has to take one out of a pool and
 * give it back, which costs as much as the statement itself.
 */
export class Lanes {
  readonly #config: ClientConfig
  readonly #options: LanesOptions
  readonly #lanes: Lane[] = []
  readonly #line: ((lane: Lane) => void)[] = []
  #ended = false
  #sweep: NodeJS.Timeout | null = null

  constructor(config: ClientConfig, options: LanesOptions) {
    this.#config = config
    this.#options = options
  }

  ask<Row>(question: Question): Promise<Row[]> {
    if (this.#ended) return Promise.reject(new Error('The database is closed.'))
    const lane = this.#free()
    if (lane) return lane.ask(question)
    return new Promise((resolve) => this.#line.push((freed) => resolve(freed.ask<Row>(question))))
  }

  async end(): Promise<void> {
    this.#ended = true
    if (this.#sweep) clearInterval(this.#sweep)
    await Promise.all(this.#lanes.map((lane) => lane.end()))
  }

  #free(): Lane | undefined {
    const { most, crowd, overflow } = this.#options
    const free = this.#lanes.find(({ waiting }) => waiting < crowd)
    if (free) return free
    if (this.#lanes.length < most) return this.#add()
    if (overflow === 'wait') return undefined
    return this.#lanes.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least))
  }

  #add(): Lane {
    const lane = new Lane({
      config: this.#config,
      shared: this.#options.crowd > 1,
      answered: (free) => this.#line.shift()?.(free),
    })
    this.#lanes.push(lane)
    this.#sweep ??= setInterval(() => this.#closeIdle(), idleMs).unref()
    return lane
  }

  /** One stays for whoever comes next; PostgreSQL has better uses for the memory of the others. */
  #closeIdle(): void {
    for (const lane of this.#lanes.slice(1)) {
      if (lane.used || lane.waiting > 0) lane.used = false
      else {
        this.#lanes.splice(this.#lanes.indexOf(lane), 1)
        void lane.end()
      }
    }
  }
}
