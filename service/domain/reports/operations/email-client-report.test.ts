import { afterAll, beforeAll, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { chromiumRequirement, itIf } from '../../../testing/requirements.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

/** Reports are sent as PDF. */
const itWithChromium = itIf(chromiumRequirement)

const fixture = {} as { service: TestService; people: People }
const { rest } = callers(fixture)
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  fixture.service = await startTestService({
    mail: { smtpUrl: mailbox.url, from: 'Northwind <care@northwind.example>' },
  })
  fixture.people = await seedPeople(fixture.service)
  await seedFleet(fixture.service.db)
})
afterAll(async () => {
  await fixture.service.close()
  await mailbox.close()
})
const period = { start_date: '2026-10-01', end_date: '2026-10-31' }

itWithChromium('sends one report about all sites to the client', async () => {
  const { status, body } = await rest('POST /clients/1/report/email', period)
  expect([status, body.data]).toMatchObject([
    200,
    { to: ['info@harbour.example'], attachment: 'report-harbour-2026-10-01-2026-10-31.pdf' },
  ])
  expect(mailbox.received[0]!.text).toContain('Hello Harbour,')
})

it('refuses an e-mail without recipients if the client has no address', async () => {
  const { status, body } = await rest('POST /clients/3/report/email', { ...period, dry_run: true })
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['to']])
})

itWithChromium(
  'sends one plain e-mail although the name of the client contains headers, placeholders and encoded words',
  async () => {
    mailbox.received.length = 0
    const name = 'Eve {company} {client} ${process.env.MASTER_KEY} {{secrets}} =?utf-8?Q?hi?= "a", <b@c.example>\u202E'
    await fixture.service.db.updateTable('clients').set({ name }).where('id', '=', 1).execute()
    await rest('PUT /settings/reports/edit', { email_subject: 'For {client} from {company}', company_name: '{client}' })
    const { status, body } = await rest('POST /clients/1/report/email', period)
    expect([status, body.data.attachment]).toMatchObject([200, expect.stringMatching(/^report-[a-z0-9-]+\.pdf$/)])
    const [received] = mailbox.received
    expect(received!.to).toEqual(['info@harbour.example'])
    // Placeholders in inserted values are not replaced again.
    expect(received!.header('Subject')).toBe(
      'For Eve {company} {client} ${process.env.MASTER_KEY} {{secrets}} = ?utf-8?Q?hi?= "a", <b@c.example> from {client}',
    )
    expect(received!.html).toContain('&lt;b@c.example&gt;')
  },
)
