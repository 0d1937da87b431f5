import { afterEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createMailer } from '../../platform/mail.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { type NotificationWork, startNotificationWork } from '../notifications/index.ts'
import { setUpMonitors } from './testing/set-up-monitors.ts'

/** 60 sites on one host, checked every five minutes. */
const sites = 60
const fixture = setUpMonitors(sites, { addresses: 1, baseAddress: '127.61.0.1' })
let mailbox: Mailbox
let notifications: NotificationWork

async function begin(): Promise<void> {
  mailbox = await openMailbox()
  const mail = createMailer({ smtpUrl: mailbox.url, from: 'flotilla@example.com' })
  const { db, clock, secrets } = fixture.service
  const services = {
    db,
    clock,
    secrets,
    outbound: fixture.outbound,
    settings: fixture.settings,
    mail,
    log: createLog('silent'),
    publicUrl: null,
    currentActor: async () => null,
  }
  notifications = startNotificationWork(services)
  await fixture.service.app.run('update-email-settings', { mail_type: 'uptime', recipients: 'ops@example.com' })
  await fixture.set({ interval: '5m' })
  await fixture.watch()
  await fixture.pass(300)
}
afterEach(async () => {
  await notifications.stop()
  await mailbox.close()
})

/** Advances the clock and sends the messages that are due. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 5) {
    await fixture.pass(5)
    await notifications.runOnce()
  }
}

it('sends one mail when a host goes down and one when it comes back', async () => {
  await begin()
  for (const site of fixture.fleet.sites) site.setFault('http-503', { on: 'front page' })
  await pass(180)
  const incidents = await fixture.incidents()
  expect(incidents).toHaveLength(sites)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual(['Uptime alert: 60 sites are down'])
  expect(mailbox.received[0]!.to).toEqual(['ops@example.com'])
  expect(mailbox.received[0]!.text).toContain('All of them are at the same address, 127.61.0.1.')

  for (const site of fixture.fleet.sites) await site.clearFaults()
  await pass(420)
  expect((await fixture.incidents()).every(({ ended_at }) => ended_at !== null)).toBe(true)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual([
    'Uptime alert: 60 sites are down',
    'Uptime alert: 60 sites are up again',
  ])
})

it('reports a single site alone and checks the other sites on its host', async () => {
  await begin()
  const [site, sameHostSite] = fixture.fleet.sites
  const before = sameHostSite!.counts['front page'] ?? 0
  site!.setFault('http-503', { on: 'front page' })
  await pass(420)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual(['Uptime alert: Site 1 is down'])
  // One check per five minutes, plus one caused by the outage on the same host.
  expect((sameHostSite!.counts['front page'] ?? 0) - before).toBeGreaterThanOrEqual(2)
})
