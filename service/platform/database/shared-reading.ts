import type { Writable } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { databaseTrouble } from './database-trouble.ts'

interface Question {
  name: string
  text: string
  values: unknown[]
}

const held = new WeakSet<Writable>()

/** What is asked in one turn of the event loop, for several callers, goes out with one write. */
function leaveTogether(client: Client): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  setImmediate(() => {
    held.delete(stream)
    stream.uncork()
  })
}

interface Lane {
  client: Promise<Client> | null
  /** Asked and not answered yet. */
  waiting: number
}

const mostLanes = 4
/** So many callers share a connection before the next one is opened: behind a slow answer, few have to wait. */
const crowd = 8

/**
 * Quick reads of many callers over a few connections: nobody waits for a connection of his own, and questions that come
 * together leave and return together. That halves what a small query costs. Answers keep the order of the questions, so
 * nothing slow may go here.
 */
export class SharedReading {
  readonly #config: ClientConfig
  readonly #lanes: Lane[] = []
  #ended = false

  constructor(config: ClientConfig) {
    this.#config = config
  }

  /** A connection that ended under a question is not worth a failure: reading twice does no harm. */
  async query<Row>(question: Question): Promise<Row[]> {
    try {
      return await this.#ask<Row>(question)
    } catch (error) {
      if (databaseTrouble(error) !== 'away') throw error
      return this.#ask<Row>(question)
    }
  }

  async #ask<Row>(question: Question): Promise<Row[]> {
    const lane = this.#freeLane()
    lane.waiting++
    try {
      const client = await (lane.client ?? this.#open(lane))
      leaveTogether(client)
      return (await client.query(question)).rows as Row[]
    } finally {
      lane.waiting--
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    const open = this.#lanes.flatMap(({ client }) => client ?? [])
    await Promise.all(open.map((client) => client.then((each) => each.end()).catch(() => {})))
  }

  #freeLane(): Lane {
    if (this.#ended) throw new Error('The database is closed.')
    const free = this.#lanes.find(({ waiting }) => waiting < crowd)
    if (free) return free
    if (this.#lanes.length < mostLanes) {
      const lane = { client: null, waiting: 0 }
      this.#lanes.push(lane)
      return lane
    }
    return this.#lanes.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least))
  }

  #open(lane: Lane): Promise<Client> {
    const client = new Client({ ...this.#config, pipeline: true } as ClientConfig)
    const opening = client.connect().then(() => client)
    lane.client = opening
    // The next question opens a new connection; those under way are told by the failure of their own.
    const forget = () => {
      if (lane.client === opening) lane.client = null
    }
    client.on('error', forget).on('end', forget)
    opening.catch(forget)
    return opening
  }
}
