import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

const fixture = {} as { service: TestService; people: People }
const { rest } = callers(fixture)
let mailbox: Mailbox
let refuses = 0
beforeAll(async () => {
  mailbox = await openMailbox({
    onRcptTo: (_address, _session, done) =>
      done(refuses > 0 ? Object.assign(new Error('Not now'), { responseCode: refuses }) : null),
  })
  fixture.service = await startTestService({ mail: { smtpUrl: mailbox.url, from: 'flotilla@example.com' } })
})
beforeEach(async () => {
  await fixture.service.reset()
  fixture.people = await seedPeople(fixture.service)
  mailbox.received.length = 0
  refuses = 0
  const { db } = fixture.service
  for (const { id } of await seedSites(db, 2)) await seedPendingUpdates(db, id, { plugins: id })
  await set({ recipients: 'ops@example.com' })
})
afterAll(async () => {
  await fixture.service.close()
  await mailbox.close()
})

const set = (values: object) =>
  fixture.service.app.run('update-email-settings', { mail_type: 'daily_digest', ...values })
const send = async () =>
  ((await fixture.service.app.run('send-daily-digest', {})).output as { outcome: string }).outcome
/** The test clock starts on Sunday, 15 November 2026, at 9:00 UTC. */
const hours = (count: number) => fixture.service.clock.advance(count * 3_600_000)

it('is sent once each morning with the configured heading and subject', async () => {
  await set({ heading: 'Ahoy', subject: 'Fleet today' })
  await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).where('id', '=', 2).execute()
  expect(await send()).toBe('sent')
  const [mail] = mailbox.received
  expect([mail!.to, mail!.header('subject')]).toEqual([['ops@example.com'], 'Fleet today'])
  for (const text of ['Ahoy</h1>', 'your 2 sites', 'Not connected', 'Site 2', 'Plugins', '>3<'])
    expect(mail!.html).toContain(text)
  hours(10)
  expect(await send()).toBe('not-due')
  hours(11)
  // 6:00 and 7:00 of the next day.
  expect(await send()).toBe('not-due')
  hours(1)
  expect(await send()).toBe('sent')
  expect(mailbox.received).toHaveLength(2)
})

it('is in the language that the user of an address has chosen', async () => {
  await set({ recipients: 'ops@example.com, vera@example.com' })
  await fixture.service.db.pool.query(
    `with reader as (update users set email = 'Vera@example.com' where login = $1 returning id)
     insert into user_preferences (user_id, name, value, updated_at) select id, 'language', '["de"]', now() from reader`,
    [fixture.people.viewer.login],
  )
  expect(await send()).toBe('sent')
  const found = mailbox.received.map(({ to, header, html }) => [
    to,
    header('subject'),
    html.includes('<html lang="de">'),
  ])
  expect(found).toEqual([
    [['ops@example.com'], 'Daily digest of your sites', false],
    [['vera@example.com'], 'Tägliche Übersicht Ihrer Websites', true],
  ])
  expect(mailbox.received[1]!.html).toContain('Das brauchen Ihre 2 Websites (Stand: 15.11.2026, 09:00).')
  expect(mailbox.received[1]!.html).not.toMatch(/This is what|Sites<|Updates<|monitored/)
})

it('says how many sites are monitored unless all are', async () => {
  expect(await send()).toBe('sent')
  expect(mailbox.received[0]!.html).toContain('No site is monitored, so outages go unnoticed.')
  await rest('PUT /monitors/settings', { active: true })
  hours(24)
  await fixture.service.db
    .updateTable('monitors')
    .set({ status: 'up', checked_at: fixture.service.clock.now() })
    .execute()
  expect(await send()).toBe('sent')
  expect(mailbox.received[1]!.html).not.toContain('monitored')
  hours(24)
  expect(await send()).toBe('sent')
  expect(mailbox.received[2]!.html).toContain('All 2 sites are monitored, but none of them was checked lately.')
})

it('uses the time zone of the settings', async () => {
  await rest('PUT /settings/general/edit', { timezone_string: 'America/New_York' })
  expect(await send()).toBe('not-due')
  hours(3)
  expect(await send()).toBe('sent')
})

it('is sent once by several processes', async () => {
  const outcomes = await Promise.all([send(), send(), send()])
  expect(outcomes.sort()).toEqual(['not-due', 'not-due', 'sent'])
  expect(mailbox.received).toHaveLength(1)
})

it('is not sent when there is nothing to report or it is switched off', async () => {
  const { db, clock } = fixture.service
  await db.updateTable('sites').set({ last_sync: clock.now() }).execute()
  await set({ disable: true })
  expect(await send()).toBe('not-due')
  await set({ disable: false })
  await fixture.service.db.deleteFrom('site_updates').execute()
  expect(await send()).toBe('nothing')
  expect(mailbox.received).toEqual([])
})

it('is retried after a temporary refusal of the mail server, and not after a permanent one', async () => {
  refuses = 451
  expect(await send()).toBe('failed')
  refuses = 550
  expect(await send()).toBe('failed')
  refuses = 0
  expect(await send()).toBe('not-due')
})

it('is scheduled every ten minutes', () => {
  const schedule = features.find(({ name }) => name === 'overview')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toContainEqual([
    'send-daily-digest',
    '2-59/10 * * * *',
  ])
})
