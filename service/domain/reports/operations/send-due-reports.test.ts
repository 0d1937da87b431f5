import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openLosingMailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { chromiumRequirement, itIf } from '../../../testing/requirements.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

/** Reports are sent as PDF. */
const itWithChromium = itIf(chromiumRequirement)

const fixture = {} as { service: TestService; people: People }
const { rest } = callers(fixture)
let mailbox: Mailbox
let refuses: false | number = false
/** Runs while the mail server receives the e-mail. */
let meanwhile: () => Promise<unknown> = async () => {}
beforeAll(async () => {
  mailbox = await openMailbox({
    onRcptTo: (_address, _session, done) =>
      void meanwhile().then(() =>
        done(refuses ? Object.assign(new Error('Not for us'), { responseCode: refuses }) : null),
      ),
  })
  fixture.service = await startTestService({
    mail: { smtpUrl: mailbox.url, from: 'Northwind <care@northwind.example>' },
  })
})
beforeEach(async () => {
  await fixture.service.reset()
  fixture.people = await seedPeople(fixture.service)
  await seedFleet(fixture.service.db)
  mailbox.received.splice(0)
  refuses = false
  meanwhile = async () => {}
  await rest('PUT /clients/1/report/schedule', { day_of_month: 3 })
})
afterAll(async () => {
  await fixture.service.close()
  await mailbox.close()
})

const [day, hour] = [86_400_000, 3_600_000]
const send = async () => (await fixture.service.app.run('send-due-reports', {})).output
const schedule = async () => (await rest('GET /clients/1/report/schedule')).body.data
const goTo = (time: string) => fixture.service.clock.advance(Date.parse(time) - fixture.service.clock.now().getTime())

itWithChromium('sends a report once on its day, and the next one a month later', async () => {
  goTo('2026-12-02T23:00:00Z')
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  goTo('2026-12-03T00:11:00Z')
  expect(await send()).toEqual({ sent: 1, failed: 0 })
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.received.map((mail) => [mail.to, mail.header('Subject')])).toEqual([
    [['info@harbour.example'], 'Your website report for November 2026'],
  ])
  expect(await dataOfEvents(fixture.service.db, 'report.sent')).toEqual([
    { period: '2026-11', scheduled: true, recipients: ['info@harbour.example'] },
  ])
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_period: '2026-11',
    last_problem: null,
    history: [{ due_on: '2026-12-03', period: '2026-11', state: 'sent', attempts: 1, problem: null }],
  })
})

itWithChromium('does not send a report twice from two processes', async () => {
  goTo('2026-12-03T00:11:00Z')
  const results = await Promise.all([send(), send()])
  expect(results.map((each) => (each as { sent: number }).sent).sort()).toEqual([0, 1])
  expect(mailbox.received).toHaveLength(1)
})

itWithChromium('records the error of a failed report and sends it again after an hour', async () => {
  goTo('2026-12-03T00:11:00Z')
  refuses = 451
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  expect((await schedule()).last_problem).toContain('did not accept the e-mail')
  expect(await dataOfEvents(fixture.service.db, 'report.failed')).toMatchObject([
    { period: '2026-11', message: expect.stringContaining('did not accept the e-mail') },
  ])
  refuses = false
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  fixture.service.clock.advance(hour)
  expect(await send()).toEqual({ sent: 1, failed: 0 })
  expect(await schedule()).toMatchObject({
    last_problem: null,
    next_on: '2027-01-03',
    history: [{ state: 'sent', attempts: 2 }],
  })
})

itWithChromium('does not send a permanently refused report again, and quotes the server', async () => {
  goTo('2026-12-03T00:11:00Z')
  refuses = 550
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  refuses = false
  fixture.service.clock.advance(2 * hour)
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_problem: expect.stringContaining('Not for us'),
    history: [{ state: 'failed', attempts: 1, problem: expect.stringContaining('Not for us') }],
  })
})

itWithChromium('does not send a report twice if its process died while sending, and shows it as unknown', async () => {
  const { pool } = fixture.service.db
  const states = async () => (await schedule()).history.map(({ state }: { state: string }) => state)
  goTo('2026-12-03T00:11:00Z')
  // From the moment the mail server receives it, nothing can be recorded.
  meanwhile = () => pool.query('alter table report_deliveries rename to away')
  await expect(send()).rejects.toThrow()
  await pool.query('alter table away rename to report_deliveries')
  meanwhile = async () => {}
  expect(mailbox.received).toHaveLength(1)
  expect(await states()).toEqual(['sending'])
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  fixture.service.clock.advance(hour)
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.received).toHaveLength(1)
  expect(await states()).toEqual(['unknown'])
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_problem: expect.stringContaining('may or may not have arrived'),
  })
})

itWithChromium(
  'does not send a report twice if the connection is lost after it was sent, and keeps its Message-ID',
  async () => {
    const losing = await openLosingMailbox('end')
    const service = await startTestService({
      mail: { smtpUrl: losing.url, from: 'Northwind <care@northwind.example>' },
    })
    try {
      await seedPeople(service)
      await seedFleet(service.db)
      await service.app.run('update-report-schedule', { client_id_or_email: 1, day_of_month: 3 })
      service.clock.advance(Date.parse('2026-12-03T00:11:00Z') - service.clock.now().getTime())
      const sendThere = async () => (await service.app.run('send-due-reports', {})).output
      expect(await sendThere()).toEqual({ sent: 0, failed: 1 })
      service.clock.advance(25 * hour)
      expect(await sendThere()).toEqual({ sent: 0, failed: 0 })
      expect(losing.received).toHaveLength(1)
      const { output } = await service.app.run('get-report-schedule', { client_id_or_email: 1 })
      expect(output).toMatchObject({
        next_on: '2027-01-03',
        last_problem: expect.stringContaining('may or may not have been delivered'),
        history: [{ state: 'unknown', message_id: losing.received[0]!.header('Message-ID') }],
      })
    } finally {
      await service.close()
      await losing.close()
    }
  },
)

itWithChromium('covers the month before the due day, even if it is sent days later', async () => {
  goTo('2026-12-03T00:11:00Z')
  fixture.service.clock.advance(20 * day)
  await send()
  expect(mailbox.received[0]!.header('Subject')).toBe('Your website report for November 2026')
})

it('sends nothing for inactive schedules and deleted clients', async () => {
  await rest('PUT /clients/1/report/schedule', { active: false })
  await rest('PUT /clients/2/report/schedule', { day_of_month: 3 })
  await rest('DELETE /clients/2/remove')
  goTo('2026-12-03T00:11:00Z')
  expect(await send()).toEqual({ sent: 0, failed: 0 })
})
