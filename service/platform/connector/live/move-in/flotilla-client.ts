import { setTimeout } from 'node:timers/promises'
import { expect } from '../suite.ts'
import type { BrowserSession } from './browser-session.ts'
import type { Account } from './move-options.ts'

interface JobTarget {
  site_id: number
  label: string
  state: string
  error: { code: string; message: string } | null
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]
type Route = `${Method} /${string}`

/** A running Flotilla, as its administrator. */
export class FlotillaClient {
  #browser: BrowserSession
  #account: Account
  #csrf = ''

  constructor(browser: BrowserSession, account: Account) {
    this.#browser = browser
    this.#account = account
  }

  async signIn(): Promise<void> {
    const { user: username, password } = this.#account
    const session = await this.call<{ csrf_token?: string; must_change_password?: boolean }>('POST /access/sessions', {
      username,
      password,
    })
    expect(session.csrf_token, 'the sign-in needs a second factor: use an administrator without one')
    expect(!session.must_change_password, `the password of ${username} must be changed first`)
    this.#csrf = session.csrf_token
  }

  /** Throws with the code and message of an error. */
  async call<Data>(route: Route, input?: object): Promise<Data> {
    const [method, path] = route.split(' ')
    const answer = await this.#send<{ data: Data }>(method, `/api/v2${path}`, input, route)
    return answer.data
  }

  /** Runs an ability. */
  run<Output>(ability: string, input: object): Promise<Output> {
    return this.#send('POST', `/api/v1/abilities/${ability}/run`, { input }, ability)
  }

  async #send<Answer>(
    method: string | undefined,
    path: string,
    input: object | undefined,
    name: string,
  ): Promise<Answer> {
    const { status, body } = await this.#browser.open(`${this.#account.url}${path}`, {
      method: methods.find((each) => each === method) ?? 'POST',
      headers: { 'content-type': 'application/json', origin: this.#account.url, 'x-csrf-token': this.#csrf },
      ...(input && { body: JSON.stringify(input) }),
    })
    const answer: Answer & { code?: string; message?: string } = JSON.parse(body)
    expect(status < 400, `${name} answered ${status} ${answer.code}: ${answer.message}`)
    return answer
  }

  /** Waits for the end of a job and returns its targets. */
  async finishJob(jobId: string): Promise<JobTarget[]> {
    while ((await this.call<{ completed_at: string | null }>(`GET /jobs/${jobId}`)).completed_at === null)
      await setTimeout(500)
    return this.call(`GET /jobs/${jobId}/targets?per_page=1000`)
  }
}
