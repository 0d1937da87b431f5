import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export interface PageRead {
  status: number
  ms: number
  location: string
  body: string
}

/** One read as a visitor who waits for at most so long; null: no answer. */
export function readPage(
  url: string,
  { timeoutMs = 5_000, headers = {}, method = 'GET', body = '', cookies }: ReadOptions = {},
): Promise<PageRead | null> {
  const began = performance.now()
  return new Promise((resolve) => {
    // A connection of its own: a visitor is a new one each time.
    const sent = request(url, { method, headers, agent: false, timeout: timeoutMs }, (answer) => {
      const parts: Buffer[] = []
      cookies?.push(...(answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? ''))
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => resolve(null))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - began,
          location: answer.headers.location ?? '',
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(null))
    sent.setTimeout(timeoutMs)
    sent.end(body)
  })
}

interface ReadOptions {
  timeoutMs?: number
  headers?: Record<string, string>
  method?: string
  body?: string
  /** Receives the cookies that the site sets. */
  cookies?: string[]
}

const slowMs = 4_000

/** What a visitor sees; ok and maintenance are not the fault of a release. */
export function judgePage(page: PageRead | null): string {
  if (page === null) return 'no answer'
  const { status, body, ms, location } = page
  if (status === 503 && body.includes('maintenance')) return 'maintenance'
  if (location !== '') return `redirect ${status}`
  if (status !== 200) return String(status)
  if (body.trim() === '') return 'blank'
  if (!/^\s*<!doctype/i.test(body)) return 'text before the doctype'
  if (!body.includes('</html>')) return 'cut off'
  return ms > slowMs ? 'slow' : 'ok'
}

export interface Seen {
  /** Seconds in which the home page was broken, and in which WordPress was in its own maintenance. */
  brokenSeconds: number
  maintenanceSeconds: number
  /** Seconds in which the release was installed. */
  installedSeconds: number
  reads: number
  /** How it was broken, each once. */
  how: string[]
}

/** Reads the home page and the installed version (a plain file) every 100 ms, or less often, until `stop` is called. */
export class Visitors {
  #home: string
  #versionFile: string
  #oldVersion: string
  #everyMs: number
  #isOver = false
  #work: Promise<unknown>
  #seen: Seen = { brokenSeconds: 0, maintenanceSeconds: 0, installedSeconds: 0, reads: 0, how: [] }

  constructor(home: string, versionFile: string, oldVersion: string, everyMs = 100) {
    this.#everyMs = everyMs
    this.#home = home
    this.#versionFile = versionFile
    this.#oldVersion = oldVersion
    this.#work = Promise.all([this.#watchHome(), this.#watchVersion()])
  }

  async stop(): Promise<Seen> {
    this.#isOver = true
    await this.#work
    return this.#seen
  }

  get seen(): Readonly<Seen> {
    return this.#seen
  }

  /** A state lasts from one read to the next. */
  async #watchHome(): Promise<void> {
    let [state, since] = ['ok', performance.now()]
    while (!this.#isOver) {
      const began = performance.now()
      const page = await readPage(this.#home)
      this.#seen.reads++
      const now = performance.now()
      const seconds = (now - since) / 1000
      if (state === 'maintenance') this.#seen.maintenanceSeconds += seconds
      else if (state !== 'ok') this.#seen.brokenSeconds += seconds
      ;[state, since] = [judgePage(page), now]
      if (state !== 'ok' && state !== 'maintenance' && !this.#seen.how.includes(state)) this.#seen.how.push(state)
      await setTimeout(Math.max(0, this.#everyMs - (now - began)))
    }
  }

  async #watchVersion(): Promise<void> {
    let [isOther, since] = [false, performance.now()]
    while (!this.#isOver) {
      const page = await readPage(this.#versionFile)
      const now = performance.now()
      if (isOther)
        this.#seen.installedSeconds += (now - since) / 1000
        // A page of WordPress instead of the file: it is gone, as it is for a moment while WordPress replaces it.
      ;[isOther, since] = [page?.status !== 200 || page.body.trim() !== this.#oldVersion, now]
      await setTimeout(this.#everyMs)
    }
  }
}
