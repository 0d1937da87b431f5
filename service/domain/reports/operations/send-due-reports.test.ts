import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { chromiumRequirement, itIf } from '../../../testing/requirements.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

/** Reports are sent as PDF. */
const itWithChromium = itIf(chromiumRequirement)

const scene = {} as { service: TestService; people: People }
const { rest } = callers(scene)
let mailbox: Mailbox
let refuses: false | number = false
/** Happens while the mail server is being told. */
let meanwhile: () => Promise<unknown> = async () => {}
beforeAll(async () => {
  mailbox = await openMailbox({
    onRcptTo: (_address, _session, done) =>
      void meanwhile().then(() =>
        done(refuses ? Object.assign(new Error('Not for us'), { responseCode: refuses }) : null),
      ),
  })
  scene.service = await startTestService({ mail: { smtpUrl: mailbox.url, from: 'Northwind <care@northwind.example>' } })
})
beforeEach(async () => {
  await scene.service.reset()
  scene.people = await seedPeople(scene.service)
  await seedFleet(scene.service.db)
  mailbox.received.splice(0)
  refuses = false
  meanwhile = async () => {}
  await rest('PUT /clients/1/report/schedule', { day_of_month: 3 })
})
afterAll(async () => {
  await scene.service.close()
  await mailbox.close()
})

const [day, hour] = [86_400_000, 3_600_000]
const send = async () => (await scene.service.app.run('send-due-reports', {})).output
const schedule = async () => (await rest('GET /clients/1/report/schedule')).body.data
const goTo = (time: string) => scene.service.clock.advance(Date.parse(time) - scene.service.clock.now().getTime())

itWithChromium('waits for its day, is sent once, and then again in a month', async () => {
  goTo('2026-12-02T23:00:00Z')
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  goTo('2026-12-03T00:11:00Z')
  expect(await send()).toEqual({ sent: 1, failed: 0 })
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.received.map((mail) => [mail.to, mail.header('Subject')])).toEqual([
    [['info@harbour.example'], 'Your website report for November 2026'],
  ])
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_period: '2026-11',
    last_problem: null,
    history: [{ due_on: '2026-12-03', period: '2026-11', state: 'sent', attempts: 1, problem: null }],
  })
})

itWithChromium('two processes do not send it twice', async () => {
  goTo('2026-12-03T00:11:00Z')
  const done = await Promise.all([send(), send()])
  expect(done.map((each) => (each as { sent: number }).sent).sort()).toEqual([0, 1])
  expect(mailbox.received).toHaveLength(1)
})

itWithChromium('one that cannot be sent says why and is tried again after an hour', async () => {
  goTo('2026-12-03T00:11:00Z')
  refuses = 451
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  expect((await schedule()).last_problem).toContain('did not take the e-mail')
  refuses = false
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  scene.service.clock.advance(hour)
  expect(await send()).toEqual({ sent: 1, failed: 0 })
  expect(await schedule()).toMatchObject({
    last_problem: null,
    next_on: '2027-01-03',
    history: [{ state: 'sent', attempts: 2 }],
  })
})

itWithChromium('one that the mail server refuses for good is not tried again, and the server is quoted', async () => {
  goTo('2026-12-03T00:11:00Z')
  refuses = 550
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  refuses = false
  scene.service.clock.advance(2 * hour)
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_problem: expect.stringContaining('Not for us'),
    history: [{ state: 'failed', attempts: 1, problem: expect.stringContaining('Not for us') }],
  })
})

itWithChromium('one whose sender died before it could note it is not sent twice, and shown as unknown', async () => {
  const { pool } = scene.service.db
  const states = async () => (await schedule()).history.map(({ state }: { state: string }) => state)
  goTo('2026-12-03T00:11:00Z')
  // Nothing can be noted any more from the moment on in which the mail server is given it.
  meanwhile = () => pool.query('alter table report_deliveries rename to away')
  await expect(send()).rejects.toThrow()
  await pool.query('alter table away rename to report_deliveries')
  meanwhile = async () => {}
  expect(mailbox.received).toHaveLength(1)
  expect(await states()).toEqual(['sending'])
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  scene.service.clock.advance(hour)
  expect(await send()).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.received).toHaveLength(1)
  expect(await states()).toEqual(['unknown'])
  expect(await schedule()).toMatchObject({
    next_on: '2027-01-03',
    last_problem: expect.stringContaining('may or may not have arrived'),
  })
})

itWithChromium('late by days it is still about the month before its day', async () => {
  goTo('2026-12-03T00:11:00Z')
  scene.service.clock.advance(20 * day)
  await send()
  expect(mailbox.received[0]!.header('Subject')).toBe('Your website report for November 2026')
})

it('what is off, or whose client is gone, is not sent', async () => {
  await rest('PUT /clients/1/report/schedule', { active: false })
  await rest('PUT /clients/2/report/schedule', { day_of_month: 3 })
  await rest('DELETE /clients/2/remove')
  goTo('2026-12-03T00:11:00Z')
  expect(await send()).toEqual({ sent: 0, failed: 0 })
})
