import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { AppOptions } from '../app.ts'
import { type Mailbox, openMailbox, type ReceivedMail } from './mailbox.ts'
import { type People, seedPeople } from './people.ts'
import { type Answer, startTestService, type TestService } from './test-service.ts'

export interface MailLinkFixture {
  service: TestService
  people: People
  mailbox: Mailbox
  /** The mail server refuses every recipient. */
  refuses: boolean
  /** As the administrator, unless other headers are given; null for none. */
  call(route: string, payload?: object, headers?: Record<string, string> | null): Promise<Answer>
  /** Waits until a worker has sent this many e-mails in all. */
  mails(count: number): Promise<ReceivedMail[]>
  /** Waits until the worker has run every queued call. */
  finishQueuedCalls(): Promise<void>
}

export const publicUrl = 'https://fleet.example/flotilla'

/** Shared by a worker, like the service that sends to it; the current file decides whether it refuses. */
let sharedMailbox: Promise<Mailbox> | undefined
let current: MailLinkFixture | undefined

/** A service with PUBLIC_URL, a mail server and a worker; each person has an e-mail address. */
export function setUpMailLinks(options: Partial<AppOptions> = {}): MailLinkFixture {
  // Filled by the hooks below, before any test runs.
  const fixture = {
    refuses: false,
    call: (route, payload, headers = fixture.people.administrator.headers) => {
      const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
      return fixture.service.request({
        method,
        url: `/api/v2${path}`,
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', ...headers },
        remoteAddress: '203.0.113.1',
        ...(payload && { payload }),
      })
    },
    async mails(count) {
      await expect.poll(() => fixture.mailbox.received.length, { timeout: 60_000 }).toBe(count)
      return fixture.mailbox.received
    },
    async finishQueuedCalls() {
      const open = async () =>
        (
          await fixture.service.db.pool.query(
            "select from queue.job where name = 'calls' and state in ('created', 'retry', 'active')",
          )
        ).rowCount
      await expect.poll(open, { timeout: 60_000 }).toBe(0)
    },
  } as MailLinkFixture
  beforeAll(async () => {
    current = fixture
    sharedMailbox ??= openMailbox({
      onRcptTo: (_address, _session, done) => done(current?.refuses ? new Error('No such mailbox') : null),
    })
    fixture.mailbox = await sharedMailbox
    const all: Partial<AppOptions> = {
      mail: { smtpUrl: fixture.mailbox.url, from: 'Flotilla <flotilla@fleet.example>' },
      publicUrl,
      // A caller may choose both headers then.
      trustProxy: 'on',
      works: true,
      pace: { batches: 0 },
      ...options,
    }
    fixture.service = await startTestService(all, Object.keys(options).length === 0)
  })
  beforeEach(async () => {
    await fixture.service.reset()
    fixture.people = await seedPeople(fixture.service)
    const { db } = fixture.service
    for (const { login } of [fixture.people.administrator, fixture.people.manager, fixture.people.viewer])
      await db
        .updateTable('users')
        .set({ email: `${login}@example.org` })
        .where('login', '=', login)
        .execute()
    fixture.mailbox.received.splice(0)
    fixture.refuses = false
  })
  // Otherwise a call of one test could send an e-mail in the next.
  afterEach(() => fixture.finishQueuedCalls(), 70_000)
  afterAll(() => fixture.service.close())
  return fixture
}

/** Everything that is stored or logged, as one text. */
export async function everythingKept({ service }: MailLinkFixture): Promise<string> {
  const { pool } = service.db
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'queue') order by 1`,
  )
  const query = rows.map(({ name }) => `select t::text as row from ${name} t`).join(' union all ')
  const stored = (await pool.query<{ row: string }>(query)).rows.map(({ row }) => row).join('\n')
  return `${stored}\n${JSON.stringify(service.logged)}`
}
