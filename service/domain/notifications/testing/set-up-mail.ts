import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { type Notices, openNotices } from '../../../platform/database/notices.ts'
import { createLog } from '../../../platform/log.ts'
import { createMailer } from '../../../platform/mail.ts'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/http-client.ts'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { currentActor } from '../../access/index.ts'
import { type NewEvent, publishEvents } from '../../events/index.ts'
import { openSettings, type SettingsCache } from '../../settings/index.ts'
import { createFindOwner } from '../channels/channel-owner.ts'
import type { NotificationKind } from '../notification.ts'
import { composeChannelMessages } from '../rules/compose-channel-messages.ts'
import { routeEvents } from '../rules/route-events.ts'
import { sendChannelMessages } from '../rules/send-channel-messages.ts'

export interface MailFixture extends Callers {
  service: TestService
  people: People
  mailbox: Mailbox
  settings: SettingsCache
  /** Publishes an event of a site with the current time. */
  happen(siteId: number, kind: NotificationKind, changes?: { address?: string; cause?: string }): Promise<void>
  /** Advances the clock by this many seconds, then composes and sends messages. */
  pass(seconds: number): Promise<void>
  /** Recipients and subjects of the received e-mails. */
  subjects(): string[]
  smtpUrl: string | undefined
}

/** Three sites, ops@example.com as the recipient of uptime e-mails, and a real mail server. */
export function setUpMail(): MailFixture {
  const fixture = setUpService() as MailFixture
  Object.assign(fixture, callers(fixture))
  let outbound: Outbound
  let notices: Notices
  let db: Database
  beforeAll(async () => {
    const { service } = fixture
    outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
    notices = await openNotices({ connectionString: service.connectionString }, service.clock, createLog('silent'))
    fixture.mailbox = await openMailbox()
    // Like another process: it shares only the database with the service.
    db = openDatabase({ connectionString: service.connectionString, max: 5 })
    fixture.settings = await openSettings(db, notices)
    fixture.happen = async (siteId, kind, changes = {}) => {
      const now = service.clock.now()
      const facts = { address: `203.0.113.${siteId}`, cause: 'The site answered 500.', ...changes }
      await publishEvents(service.db, [eventOf(siteId, kind, facts, now)], now)
    }
    fixture.pass = async (seconds) => {
      service.clock.advance(seconds * 1000)
      await fixture.settings.refresh()
      const mail = createMailer({ smtpUrl: fixture.smtpUrl, from: 'flotilla@example.com' })
      const { clock, secrets } = service
      const context = { db, clock, secrets, outbound, settings: fixture.settings, mail, log: createLog('silent') }
      const findOwner = createFindOwner((actor) => currentActor({ db, clock }, actor))
      const parts = { ...context, publicUrl: null, findOwner }
      await routeEvents(parts)
      await composeChannelMessages(parts)
      await sendChannelMessages(parts)
    }
    fixture.subjects = () =>
      fixture.mailbox.received.map(
        (mail) => `${mail.to.join()}: ${mail.header('subject')?.replace('Uptime alert: ', '')}`,
      )
  })
  beforeEach(async () => {
    fixture.mailbox.received.length = 0
    fixture.smtpUrl = fixture.mailbox.url
    await seedSites(fixture.service.db, 3)
    await fixture.service.app.run('update-email-settings', { mail_type: 'uptime', recipients: 'ops@example.com' })
    await fixture.pass(0)
  })
  afterAll(async () => {
    await outbound.close()
    await notices.close()
    await db.destroy()
    await fixture.mailbox.close()
  })
  return fixture
}

function eventOf(
  siteId: number,
  kind: NotificationKind,
  { address, cause }: { address: string; cause: string },
  now: Date,
): NewEvent {
  const at = now.toISOString()
  const incident = { incident_id: siteId, address, cause_code: 'status', cause, began_at: at }
  if (kind === 'down') return { type: 'monitor.down', siteId, data: incident }
  if (kind === 'up') return { type: 'monitor.up', siteId, data: { ...incident, ended_at: at } }
  if (kind === 'health') return { type: 'health.poor', siteId, data: { score: Number.parseInt(cause, 10) || 0 } }
  const expiry = { cause, expires_on: '2026-12-20', days_left: 30 }
  if (kind === 'domain') return { type: 'domain.expiring', siteId, data: { domain: address, ...expiry } }
  return { type: 'certificate.problem', siteId, data: { address, ...expiry } }
}
