import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, setUpService, signInAs } from '../../../testing/people.ts'
import type { TestService } from '../../../testing/test-service.ts'

export interface MailServerFixture extends Callers {
  service: TestService
  people: People
  mailbox: Mailbox
  /** The settings of the mailbox for the dashboard. */
  server: { host: string; port: number; tls: 'none'; sender: string }
}

/** A service without SMTP_URL, and a real mail server to enter in the dashboard. */
export function setUpMailServer(): MailServerFixture {
  // The hooks below fill it before any test runs.
  const fixture = setUpService() as MailServerFixture
  // The mail server is for administrators who are signed in.
  let session: Record<string, string> = {}
  const plain = callers(fixture)
  Object.assign(fixture, plain, {
    rest: (address: string, payload?: object, headers = session) => plain.rest(address, payload, headers),
  })
  beforeAll(async () => {
    fixture.mailbox = await openMailbox({ allowInsecureAuth: true })
    const port = Number(new URL(fixture.mailbox.url).port)
    fixture.server = { host: '127.0.0.1', port, tls: 'none', sender: 'Northwind <care@northwind.example>' }
  })
  beforeEach(async () => {
    fixture.mailbox.received.splice(0)
    session = (await signInAs(fixture.service, fixture.people.administrator)).headers
  })
  afterAll(() => fixture.mailbox.close())
  return fixture
}
