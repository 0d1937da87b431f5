import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const { openChannel, down, up, pass, publish } = {
  openChannel: (...args: Parameters<typeof fixture.openChannel>) => fixture.openChannel(...args),
  down: (...args: Parameters<typeof fixture.down>) => fixture.down(...args),
  up: (...args: Parameters<typeof fixture.up>) => fixture.up(...args),
  pass: (seconds: number) => fixture.pass(seconds),
  publish: (...args: Parameters<typeof fixture.publish>) => fixture.publish(...args),
}

describe('a host with 200 sites', () => {
  it('causes one message per channel when it dies and one when it comes back', async () => {
    const sites = await seedSites(fixture.service.db, 200, (number) => ({ url: `https://shop-${number}.example/` }))
    const channels = [
      await openChannel(),
      await openChannel({ delay_minutes: 3 }),
      await openChannel({}, { service: 'pagerduty' }),
    ]
    // The checks of the sites end within two minutes.
    for (const [index, { id }] of sites.entries()) {
      await down(id, '203.0.113.77')
      if (index % 50 === 49) await pass(8)
    }
    for (let minute = 0; minute < 6; minute++) await pass(60)
    for (const channel of channels) expect(channel.titles()).toEqual(['200 sites are down'])
    for (const [index, { id }] of sites.entries()) {
      await up(id, '203.0.113.77')
      if (index % 50 === 49) await pass(8)
    }
    for (let minute = 0; minute < 6; minute++) await pass(60)
    for (const channel of channels) expect(channel.titles()).toEqual(['200 sites are down', '200 sites are up again'])
    const pagerDuty = channels[2]!.calls.map(({ body }) => [body.event_action, body.dedup_key])
    expect(pagerDuty).toEqual([
      ['trigger', 'flotilla monitor.down 203.0.113.77'],
      ['resolve', 'flotilla monitor.down 203.0.113.77'],
    ])
  })

  it('is resolved in PagerDuty when the last of its sites is up again', async () => {
    const channel = await openChannel({}, { service: 'pagerduty' })
    for (const id of [1, 2]) await down(id, '203.0.113.77')
    await pass(130)
    await up(1, '203.0.113.77')
    await pass(130)
    await up(2, '203.0.113.77')
    await pass(130)
    expect(channel.calls.map(({ body }) => body.event_action)).toEqual(['trigger', 'trigger', 'resolve'])
  })
})

describe('a rule', () => {
  it('sends an event with the site, the cause and a link below PUBLIC_URL', async () => {
    const channel = await openChannel()
    await down(1)
    await pass(15)
    expect(channel.titles()).toEqual(['Site 1 is down'])
    const text = JSON.stringify(channel.calls[0]!.body)
    expect(text).toContain('Site 1 (site-1.example): The site answered 503.')
    expect(text).toContain('"url":"https://flotilla.example/sites/1"')
  })

  it('sends in the language of the owner of its channel', async () => {
    const channel = await openChannel()
    await fixture.service.db.pool.query(
      `insert into user_preferences (user_id, name, value, updated_at)
       select owner_user_id, 'language', '["de"]', now() from notification_channels where id = $1`,
      [channel.id],
    )
    for (const id of [1, 2]) await down(id, '203.0.113.77')
    await pass(130)
    expect(channel.titles()).toEqual(['2 Websites sind ausgefallen'])
    expect(JSON.stringify(channel.calls[0]!.body)).toContain('Alle sind unter derselben Adresse, 203.0.113.77.')
  })

  it('sends no events from before it existed', async () => {
    await openChannel()
    await down(1)
    await pass(15)
    const channel = await openChannel()
    await pass(200)
    expect(channel.titles()).toEqual([])
  })

  it.each([
    ['a type', { types: ['certificate.problem'] }],
    ['a severity', { min_severity: 'critical', types: ['health.poor'] }],
    ['hours', { hours: { days: [7], from: '10:00', to: '12:00' } }],
    ['days', { hours: { days: [1, 2], from: '08:00', to: '18:00' } }],
    ['a time until which it is muted', { muted_until: '2026-11-15T12:00:00Z' }],
  ])('selects by %s', async (_, rule) => {
    const channel = await openChannel(rule)
    await publish({ type: 'health.poor', siteId: 1, data: { score: 20 } })
    await down(2)
    await pass(15)
    expect(channel.titles()).toEqual([])
  })

  it('selects by tag and client', async () => {
    const { db } = fixture.service
    const tag = await fixture.rest('POST /tags/add', { name: 'care' })
    const client = await fixture.rest('POST /clients/add', { name: 'Harbour Ltd' })
    const tagId: number = tag.body.data.tag_id ?? tag.body.data.id
    const clientId: number = client.body.data.client_id ?? client.body.data.id
    await db.insertInto('site_tags').values({ site_id: 1, tag_id: tagId }).execute()
    await db.updateTable('sites').set({ client_id: clientId }).where('id', '=', 2).execute()
    const [byTag, byClient] = [await openChannel({ tag_ids: [tagId] }), await openChannel({ client_ids: [clientId] })]
    for (const id of [1, 2, 3]) await down(id)
    await pass(15)
    expect(byTag.titles()).toEqual(['Site 1 is down'])
    expect(byClient.titles()).toEqual(['Site 2 is down'])
  })

  it('sends an event once to a channel that two rules select', async () => {
    const channel = await openChannel({ delay_minutes: 60 })
    await fixture.rest('POST /notifications/rules', { name: 'Second', channel_id: channel.id })
    await down(1)
    await pass(15)
    await pass(3700)
    expect(channel.titles()).toEqual(['Site 1 is down'])
  })

  it('sends each event once when several processes work at the same time', async () => {
    const channel = await openChannel()
    await down(1)
    await pass(0)
    fixture.service.clock.advance(20_000)
    await Promise.all([pass(0), pass(0), pass(0)])
    await pass(300)
    expect(channel.titles()).toEqual(['Site 1 is down'])
  })
})

describe('a delay of three minutes', () => {
  it('suppresses a shorter outage and its end', async () => {
    const channel = await openChannel({ delay_minutes: 3 })
    await down(1)
    await pass(170)
    await up(1)
    await pass(15)
    await pass(600)
    expect(channel.titles()).toEqual([])
  })

  it('sends a longer outage after three minutes, and its end', async () => {
    const channel = await openChannel({ delay_minutes: 3 })
    await down(1)
    await pass(170)
    expect(channel.titles()).toEqual([])
    await pass(25)
    expect(channel.titles()).toEqual(['Site 1 is down'])
    await up(1)
    await pass(15)
    expect(channel.titles()).toEqual(['Site 1 is down', 'Site 1 is up again'])
  })

  it('does not delay events that cannot end', async () => {
    const channel = await openChannel({ delay_minutes: 3 })
    await publish({ type: 'health.poor', siteId: 1, data: { score: 20 } })
    await pass(15)
    expect(channel.titles()).toEqual(['Site 1 is in poor health'])
  })
})

describe('the end of a problem', () => {
  it('is sent where the problem was sent, also by a rule for critical events only', async () => {
    const [critical, other] = [
      await openChannel({ min_severity: 'critical' }),
      await openChannel({ types: ['sync.failed'] }),
    ]
    await down(1)
    await pass(15)
    await up(1)
    await pass(15)
    expect(critical.titles()).toEqual(['Site 1 is down', 'Site 1 is up again'])
    expect(other.titles()).toEqual([])
  })

  it('is an event of its own for a rule that names it alone', async () => {
    const channel = await openChannel({ types: ['monitor.up'] })
    await down(1)
    await pass(15)
    await up(1)
    await pass(15)
    expect(channel.titles()).toEqual(['Site 1 is up again'])
  })

  it('is not sent by a rule without recovery messages', async () => {
    const channel = await openChannel({ send_recovery: false })
    await down(1)
    await pass(15)
    await up(1)
    await pass(300)
    expect(channel.titles()).toEqual(['Site 1 is down'])
  })
})

describe('escalation', () => {
  const withEscalation = async () => {
    const second = await openChannel({ types: ['report.sent'] })
    const first = await openChannel({ escalation_channel_id: second.id, escalation_minutes: 10 })
    return { first, second }
  }

  it('notifies a second channel of a problem that is not over after the time, and of its end', async () => {
    const { first, second } = await withEscalation()
    await down(1)
    await pass(15)
    await pass(570)
    expect([first.titles(), second.titles()]).toEqual([['Site 1 is down'], []])
    await pass(30)
    expect(second.titles()).toEqual(['Not resolved: Site 1 is down'])
    await up(1)
    await pass(15)
    expect(second.titles()).toEqual(['Not resolved: Site 1 is down', 'Site 1 is up again'])
    expect(first.titles()).toEqual(['Site 1 is down', 'Site 1 is up again'])
  })

  it('stops when a person acknowledges the incident', async () => {
    const { first, second } = await withEscalation()
    await down(1)
    await pass(15)
    await publish({ type: 'incident.acknowledged', siteId: 1, data: { incident_id: 1, by: 'ada', note: '' } })
    await pass(15)
    await pass(700)
    expect(first.titles()).toEqual(['Site 1 is down', 'An incident is acknowledged'])
    expect(second.titles()).toEqual([])
  })

  it('stops when the problem is over', async () => {
    const { second } = await withEscalation()
    await down(1)
    await pass(15)
    await up(1)
    await pass(15)
    await pass(700)
    expect(second.titles()).toEqual([])
  })
})

describe('quiet hours', () => {
  const quiet_hours = { from: '08:00', to: '10:00', except_critical: true }

  it('hold messages back until they end', async () => {
    const channel = await openChannel({ quiet_hours })
    await publish({ type: 'health.poor', siteId: 1, data: { score: 20 } })
    await publish({ type: 'health.poor', siteId: 2, data: { score: 30 } })
    await pass(15)
    await pass(3000)
    expect(channel.titles()).toEqual([])
    await pass(600)
    expect(channel.titles()).toEqual(['2 sites are in poor health'])
  })

  it('do not hold back critical events and their end, unless the rule says so', async () => {
    const [urgent, patient] = [
      await openChannel({ quiet_hours }),
      await openChannel({ quiet_hours: { ...quiet_hours, except_critical: false } }),
    ]
    await down(1)
    await pass(15)
    await up(1)
    await pass(15)
    expect(urgent.titles()).toEqual(['Site 1 is down', 'Site 1 is up again'])
    expect(patient.titles()).toEqual([])
    await pass(3600)
    expect(patient.titles()).toEqual(['Site 1 is up again'])
  })
})

it('collects the events of a day in one digest at seven', async () => {
  const channel = await openChannel({ digest: 'daily' })
  await down(1)
  await pass(60)
  for (const id of [2, 3, 4]) await publish({ type: 'health.poor', siteId: id, data: { score: 20 } })
  await pass(60)
  await up(1)
  await pass(60)
  expect(channel.titles()).toEqual([])
  await pass(22 * 3600)
  expect(channel.titles()).toEqual(['3 sites are in poor health, Site 1 is up again'])
})

it('sends nothing that maintenance explains, but warnings that are sent once', async () => {
  const channel = await openChannel()
  const added = await fixture.rest('POST /maintenance/add', {
    ...{ title: 'Move to a new server', site_id: 1, ends_at: '2026-11-15T10:00:00Z' },
  })
  expect(added.status).toBe(200)
  const failed = (siteId: number) =>
    publish({ type: 'sync.failed', siteId, data: { code: 'svc_timeout', message: 'No answer.' } })
  for (const id of [1, 2]) await failed(id)
  await pass(15)
  expect(channel.titles()).toEqual(['Site 2 cannot be synced'])
  const expiry = { address: 'site1.example', cause: 'It expires tomorrow.', expires_on: '2026-11-16', days_left: 1 }
  await publish({ type: 'certificate.problem', siteId: 1, data: expiry })
  await pass(15)
  expect(channel.titles()).toEqual(['Site 2 cannot be synced', expect.stringContaining('Site 1')])
  await pass(3600)
  await failed(1)
  await pass(15)
  expect(channel.titles()).toHaveLength(3)
  expect(channel.titles().at(-1)).toBe('Site 1 cannot be synced')
})

describe('a muted channel', () => {
  it('gets nothing of the muted time, also not later', async () => {
    const channel = await openChannel()
    await fixture.rest(`PUT /notifications/channels/${channel.id}`, { muted_until: '2026-11-15T10:00:00Z' })
    await down(1)
    await pass(15)
    await pass(3700)
    await down(2)
    await pass(15)
    expect(channel.titles()).toEqual(['Site 2 is down'])
  })
})

describe('the owner of a channel', () => {
  it('limits what it sends, with the rights of the moment', async () => {
    const { id, headers } = fixture.people.administrator
    const channel = await openChannel({}, { headers })
    const { db } = fixture.service
    await down(1)
    await pass(5)
    // Between the match and the message.
    await db
      .updateTable('users')
      .set({ site_ids: [2] })
      .where('id', '=', id)
      .execute()
    await pass(15)
    await down(1, '203.0.113.9')
    await down(2)
    await pass(15)
    expect(channel.titles()).toEqual(['Site 2 is down'])
    await db.updateTable('users').set({ site_ids: null, disabled: true }).where('id', '=', id).execute()
    await down(3)
    await pass(15)
    await pass(300)
    expect(channel.titles()).toEqual(['Site 2 is down'])
  })
})

describe('a service that does not take messages', () => {
  it('gets them in order after the time that it requests, and does not delay other channels', async () => {
    const busy = { status: 429, headers: { 'retry-after': '120' } }
    const slow = await openChannel({}, { answers: [busy, { status: 200, body: 'ok' }] })
    const other = await openChannel()
    await down(1)
    await pass(15)
    await up(1)
    await pass(15)
    expect(slow.titles()).toEqual(['Site 1 is down'])
    expect(other.titles()).toEqual(['Site 1 is down', 'Site 1 is up again'])
    await pass(60)
    expect(slow.titles()).toHaveLength(1)
    await pass(60)
    expect(slow.titles()).toEqual(['Site 1 is down', 'Site 1 is down', 'Site 1 is up again'])
    const { body } = await fixture.rest('GET /notifications/channel-messages')
    expect(body.data.every(({ state }: { state: string }) => state === 'sent')).toBe(true)
  })

  it('is retried only if a retry can help, and its error is shown with the channel', async () => {
    const gone = await openChannel({}, { answers: [{ status: 404, body: 'no_service' }] })
    await down(1)
    await pass(15)
    await pass(3600)
    expect(gone.calls).toHaveLength(1)
    const { body } = await fixture.rest('GET /notifications/channels')
    expect(body.data[0]).toMatchObject({ last_error: 'Slack answered 404: no_service' })
  })
})

it('combines many problems at once into one message', async () => {
  const channel = await openChannel()
  for (const id of [1, 2, 3, 4, 5]) await down(id)
  await pass(15)
  expect(channel.titles()).toEqual(['5 sites are down'])
})
