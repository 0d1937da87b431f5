import { describe, expect, it } from 'vitest'
import { setUpMail } from '../testing/set-up-mail.ts'

const fixture = setUpMail()
const happen: typeof fixture.happen = (...args) => fixture.happen(...args)
const pass = (seconds: number) => fixture.pass(seconds)
const subjects = () => fixture.subjects()

describe('recipients', () => {
  it('are those of the uptime e-mail and of the site, each once', async () => {
    await fixture.rest('PUT /monitors/1/settings', { monitoring_emails: 'client@example.com,ops@example.com' })
    await happen(1, 'down')
    await happen(2, 'down')
    await pass(30)
    expect(subjects().sort()).toEqual([
      'client@example.com: Site 1 is down',
      'ops@example.com: Site 1 is down',
      'ops@example.com: Site 2 is down',
    ])
  })

  it('do not include an address that has a channel for the event', async () => {
    await fixture.rest('POST /notifications/channels', { service: 'email', target: { to: 'ops@example.com' } })
    await fixture.rest('PUT /monitors/1/settings', { monitoring_emails: 'client@example.com' })
    await happen(1, 'down')
    await pass(30)
    // One message from the channel, none by the settings.
    expect(subjects().sort()).toEqual(['client@example.com: Site 1 is down', 'ops@example.com: Site 1 is down'])
    expect(fixture.mailbox.received.map((mail) => mail.header('subject')).sort()).toEqual([
      'Site 1 is down',
      'Uptime alert: Site 1 is down',
    ])
    await fixture.rest('PUT /notifications/rules/1', { types: ['health.poor'] })
    await happen(2, 'down')
    await pass(30)
    expect(subjects()).toContain('ops@example.com: Site 2 is down')
  })

  it('include an address whose channel has no active owner', async () => {
    const { id, headers } = fixture.people.administrator
    const target = { to: 'ops@example.com' }
    await fixture.rest('POST /notifications/channels', { service: 'email', target }, headers)
    await fixture.service.db.updateTable('users').set({ disabled: true }).where('id', '=', id).execute()
    await happen(1, 'down')
    await pass(30)
    expect(subjects()).toEqual(['ops@example.com: Site 1 is down'])
    expect(fixture.mailbox.received[0]!.header('subject')).toBe('Uptime alert: Site 1 is down')
  })

  it('have channels that are neither listed nor changed as channels', async () => {
    await happen(1, 'down')
    await pass(30)
    expect((await fixture.rest('GET /notifications/channels')).body.data).toEqual([])
    expect((await fixture.rest('GET /notifications/rules')).body.data).toEqual([])
    expect((await fixture.rest('GET /notifications/channel-messages')).body.total).toBe(0)
    const rule = { name: 'Mine', channel_id: 1 }
    expect((await fixture.rest('POST /notifications/rules', rule)).status).toBe(404)
    expect((await fixture.rest('PUT /notifications/channels/1', { active: false })).status).toBe(404)
    expect((await fixture.rest('DELETE /notifications/channels/1', { confirm: true })).status).toBe(404)
    expect((await fixture.rest('PUT /notifications/rules/1', { active: false })).status).toBe(404)
  })

  it('are none by e-mail while the type is switched off', async () => {
    await fixture.rest('PUT /monitors/1/settings', { monitoring_emails: 'client@example.com' })
    await fixture.service.app.run('update-email-settings', { mail_type: 'uptime', disable: true })
    await happen(1, 'down')
    await pass(300)
    expect(subjects()).toEqual([])
  })

  it('are none when the type is switched off before the message is created', async () => {
    await happen(1, 'down')
    await pass(1)
    await fixture.service.app.run('update-email-settings', { mail_type: 'uptime', disable: true })
    await pass(300)
    await fixture.service.app.run('update-email-settings', { mail_type: 'uptime', disable: false })
    await pass(300)
    expect(subjects()).toEqual([])
  })

  it('get no e-mail about events from before e-mail was set up', async () => {
    fixture.smtpUrl = undefined
    await happen(1, 'down')
    await pass(300)
    fixture.smtpUrl = fixture.mailbox.url
    await pass(300)
    expect(subjects()).toEqual([])
  })
})

describe('grouping', () => {
  it('combines sites of one address into one message', async () => {
    for (const siteId of [1, 2, 3]) await happen(siteId, 'down', { address: '203.0.113.7' })
    await pass(15)
    expect(subjects()).toEqual(['ops@example.com: 3 sites are down'])
    const { text } = fixture.mailbox.received[0]!
    expect(text).toContain('Site 2 (site-2.example): The site answered 500.')
    expect(text).toContain('All of them are at the same address, 203.0.113.7.')
  })

  it('waits for further events, up to a maximum', async () => {
    await happen(1, 'down', { address: '203.0.113.7' })
    await pass(6)
    await happen(2, 'down', { address: '203.0.113.7' })
    await pass(6)
    expect(subjects()).toEqual([])
    await pass(6)
    expect(subjects()).toEqual(['ops@example.com: 2 sites are down'])
  })

  it('waits for sites of the address that were not checked since, for two minutes at most', async () => {
    await fixture.rest('PUT /monitors/settings', { active: true })
    const old = new Date(fixture.service.clock.now().getTime() - 60_000)
    await fixture.service.db.updateTable('monitors').set({ address: '203.0.113.7', checked_at: old }).execute()
    await happen(1, 'down', { address: '203.0.113.7' })
    await pass(60)
    expect(subjects()).toEqual([])
    await pass(61)
    expect(subjects()).toEqual(['ops@example.com: Site 1 is down'])
  })

  it('does not wait for inactive monitors', async () => {
    await fixture.rest('PUT /monitors/settings', { active: false })
    const old = new Date(fixture.service.clock.now().getTime() - 60_000)
    await fixture.service.db.updateTable('monitors').set({ address: '203.0.113.7', checked_at: old }).execute()
    await happen(1, 'down', { address: '203.0.113.7' })
    await pass(15)
    expect(subjects()).toHaveLength(1)
  })

  it('combines the start and end of a short outage into one message, which does not say that the site is down', async () => {
    await happen(1, 'down')
    await happen(1, 'up')
    await pass(15)
    expect(subjects()).toEqual(['ops@example.com: Site 1 is up again'])
    const { text } = fixture.mailbox.received[0]!
    expect(text).toContain('Was down')
    expect(text).not.toMatch(/is down|^Down$/m)
  })
})

describe('domains and health', () => {
  const domain = { address: 'shop.example', cause: 'The domain expires on 2026-12-20, in 30 days; renew it.' }

  it('list the sites of a domain in one line', async () => {
    for (const siteId of [1, 2, 3]) await happen(siteId, 'domain', domain)
    await pass(15)
    expect(subjects()).toEqual(['ops@example.com: The domain shop.example must be renewed'])
    const { text } = fixture.mailbox.received[0]!
    expect(text).toContain(`shop.example (Site 1, Site 2, Site 3): ${domain.cause}`)
    expect(text).not.toContain('same address')
  })

  it('does not say that sites in poor health are at the same address', async () => {
    for (const siteId of [1, 2]) await happen(siteId, 'health', { cause: '40 of 100' })
    await fixture.service.app.run('update-email-settings', { mail_type: 'site_health', recipients: 'ops@example.com' })
    await pass(15)
    expect(fixture.mailbox.received[0]!.text).toContain('2 sites are in poor health.')
    expect(fixture.mailbox.received[0]!.text).not.toContain('same address')
  })

  it('combine many domains into one message', async () => {
    for (let number = 1; number <= 5; number++)
      await happen(1, 'domain', { ...domain, address: `shop-${number}.example` })
    await pass(15)
    expect(subjects()).toEqual(['ops@example.com: 5 domains must be renewed'])
  })

  it('send poor health as an e-mail type of its own, with its own recipients, subject and switch', async () => {
    const set = (values: object) =>
      fixture.service.app.run('update-email-settings', {
        mail_type: 'site_health',
        recipients: 'care@example.com',
        ...values,
      })
    await set({ subject: 'Health' })
    await happen(1, 'health', { cause: '62 of 100' })
    await happen(1, 'down')
    await pass(15)
    expect(subjects().sort()).toEqual([
      'care@example.com: Health: Site 1 is in poor health',
      'ops@example.com: Site 1 is down',
    ])
    expect(fixture.mailbox.received.find(({ to }) => to.includes('care@example.com'))!.html).toContain('62 of 100')
    await set({ disable: true })
    await happen(2, 'health')
    await happen(2, 'down')
    await pass(15)
    expect(subjects()).toHaveLength(3)
  })
})

describe('rate limit', () => {
  it('combines many addresses into one message', async () => {
    for (let number = 1; number <= 40; number++) await happen(1, 'down', { address: `203.0.113.${number}` })
    await pass(15)
    expect(subjects()).toEqual(['ops@example.com: 40 sites are down'])
  })

  it('allows ten messages in ten minutes; later events wait and are combined', async () => {
    for (let number = 1; number <= 15; number++) {
      await happen(1, 'down', { address: `203.0.113.${number}` })
      await pass(15)
    }
    expect(subjects()).toHaveLength(10)
    await pass(600)
    expect(subjects()).toHaveLength(11)
    expect(subjects().at(-1)).toBe('ops@example.com: 5 sites are down')
  })
})

it('creates one message when two processes run at the same time', async () => {
  await happen(1, 'down')
  await pass(0)
  fixture.service.clock.advance(20_000)
  await Promise.all([pass(0), pass(0), pass(0)])
  expect(subjects()).toHaveLength(1)
})

it('sends messages about sites that were deleted in the meantime', async () => {
  await happen(1, 'down')
  await pass(1)
  await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  await pass(15)
  expect(subjects()).toEqual(['ops@example.com: Site 1 is down'])
})
