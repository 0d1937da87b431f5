import { systemClock } from '../../../clock.ts'
import { CookieJar } from '../../../outbound/cookie-jar.ts'
import type { Outbound } from '../../../outbound/http-client.ts'

export interface OpenedPage {
  url: string
  status: number
  body: string
}

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Calls one server as a browser does, with cookies; redirects are followed with GET. */
export class BrowserSession {
  #cookies = new CookieJar(systemClock)
  #outbound: Outbound
  #verifyTls: boolean

  constructor(outbound: Outbound, verifyTls: boolean) {
    this.#outbound = outbound
    this.#verifyTls = verifyTls
  }

  async open(url: string, sent: Sent = {}): Promise<OpenedPage> {
    const answer = await this.#outbound.request({
      url,
      ...sent,
      tls: { verify: this.#verifyTls },
      cookies: this.#cookies,
      deadlines: { headers: 300_000, idle: 300_000, total: 300_000 },
      maxBytes: 256 * 1024 * 1024,
      maxDecodedBytes: 256 * 1024 * 1024,
    })
    const { status, headers, body } = answer
    if (status >= 301 && status <= 303 && typeof headers.location === 'string')
      return this.open(new URL(headers.location, url).href)
    return { url, status, body: body.toString() }
  }

  submit(url: string, fields: Record<string, string>): Promise<OpenedPage> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.open(url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
  }
}
