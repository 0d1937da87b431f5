import { afterEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createMailer } from '../../platform/mail.ts'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { type NotificationWork, startNotificationWork } from '../notifications/index.ts'
import { watchScene } from './testing/watch-scene.ts'

/** 200 sites of one host, looked at every five minutes. */
const sites = 200
const scene = watchScene(sites, { addresses: 1, baseAddress: '127.61.0.1' })
let mailbox: Mailbox
let notifications: NotificationWork

async function begin(): Promise<void> {
  mailbox = await openMailbox()
  const mail = createMailer({ smtpUrl: mailbox.url, from: 'flotilla@example.com' })
  const { db, clock, secrets } = scene.service
  const services = {
    db,
    clock,
    secrets,
    outbound: scene.outbound,
    settings: scene.settings,
    mail,
    log: createLog('silent'),
  }
  notifications = startNotificationWork(services)
  await scene.service.app.run('update-email-settings', { mail_type: 'uptime', recipients: 'ops@example.com' })
  await scene.set({ interval: '5m' })
  await scene.watch()
  await scene.pass(300)
}
afterEach(async () => {
  await notifications.stop()
  await mailbox.close()
})

/** Lets time pass, and messages be written and sent. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 5) {
    await scene.pass(5)
    await notifications.runOnce()
  }
}

it('a host that goes down and comes back is one mail each time', async () => {
  await begin()
  for (const site of scene.fleet.sites) site.misbehave('http-503', { on: 'front page' })
  await pass(180)
  const incidents = await scene.incidents()
  expect(incidents).toHaveLength(sites)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual(['Uptime alert: 200 sites are down'])
  expect(mailbox.received[0]!.to).toEqual(['ops@example.com'])
  expect(mailbox.received[0]!.text).toContain('All of them are at the same address, 127.61.0.1.')

  for (const site of scene.fleet.sites) await site.behave()
  await pass(420)
  expect((await scene.incidents()).every(({ ended_at }) => ended_at !== null)).toBe(true)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual([
    'Uptime alert: 200 sites are down',
    'Uptime alert: 200 sites are up again',
  ])
})

it('one site of a host that goes down alone is told alone, and its neighbours are looked at', async () => {
  await begin()
  const [site, neighbour] = scene.fleet.sites
  const before = neighbour!.counts['front page'] ?? 0
  site!.misbehave('http-503', { on: 'front page' })
  await pass(420)
  expect(mailbox.received.map((mail) => mail.header('subject'))).toEqual([
    `Uptime alert: ${site!.url.slice('http://'.length, -1)} is down`,
  ])
  // One check each five minutes, and the one that the trouble next door caused.
  expect((neighbour!.counts['front page'] ?? 0) - before).toBeGreaterThanOrEqual(2)
})
