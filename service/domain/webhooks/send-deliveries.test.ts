import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { queryRows } from '../../platform/database/database.ts'
import { rawServer } from '../../platform/outbound/testing/test-servers.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { attemptDelays } from './retry-schedule.ts'
import { openReceiver, type ReceivedMessage, setUpWebhooks, siteAdded } from './testing/set-up-webhooks.ts'
import { takeDueDeliveries } from './webhook-delivery-store.ts'

const fixture = setUpWebhooks()
const { rest } = fixture
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const verify = (secret: string, message: ReceivedMessage) => fixture.verify(secret, message)

describe('a delivery', () => {
  it('is verified by the library of Standard Webhooks', async () => {
    await seedSites(fixture.service.db, 1)
    const receiver = await openReceiver()
    const { id, secret } = await fixture.add({ url: receiver.url })
    expect(secret).toMatch(/^whsec_/)
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    expect(receiver.ids()).toEqual(['evt_1'])
    expect(verify(secret, receiver.received[0]!)).toEqual({
      id: 'evt_1',
      type: 'site.added',
      timestamp: '2026-11-15T09:00:00Z',
      severity: 'info',
      subject: 'site:1',
      site: { id: 1, name: 'Site 1', url: 'https://site-1.example/' },
      client_id: null,
      data: { by: 'ada' },
    })
    const other = await fixture.add({ url: receiver.url })
    expect(() => verify(other.secret, receiver.received[0]!)).toThrow('No matching signature')
    expect(await fixture.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }])
  })

  it('has two signatures while the secret is rotated, and one afterwards', async () => {
    const receiver = await openReceiver()
    const { id, secret } = await fixture.add({ url: receiver.url })
    const rotated = (await rest(`POST /webhooks/${id}/rotate`, { keep_hours: 2 })).body.data
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    expect(receiver.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    for (const each of [secret, rotated.secret])
      expect(verify(each, receiver.received[0]!)).toMatchObject({ id: 'evt_1' })
    await fixture.publish(siteAdded(2))
    await fixture.pass(2 * hour)
    expect(verify(rotated.secret, receiver.received[1]!)).toMatchObject({ id: 'evt_2' })
    expect(() => verify(secret, receiver.received[1]!)).toThrow('No matching signature')
  })

  it('contains only the selected types', async () => {
    const receiver = await openReceiver()
    await fixture.add({ url: receiver.url, types: ['site.connected'] })
    await fixture.publish(siteAdded(1), { type: 'site.connected', siteId: 1, data: {} })
    await fixture.pass()
    expect(receiver.ids()).toEqual(['evt_2'])
  })

  it('is not made for events from before the webhook was added', async () => {
    await fixture.publish(siteAdded(1))
    const receiver = await openReceiver()
    await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(2))
    await fixture.pass()
    expect(receiver.ids()).toEqual(['evt_2'])
  })
})

describe('a failed delivery', () => {
  it('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h with the same id, then fails', async () => {
    const receiver = await openReceiver(...attemptDelays.map(() => 500))
    const { id } = await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    for (const [index, delay] of attemptDelays.entries()) {
      if (index === 0) continue
      await fixture.pass(delay - 1)
      expect(receiver.received).toHaveLength(index)
      await fixture.pass(1)
      expect(receiver.received).toHaveLength(index + 1)
    }
    expect(attemptDelays.map((delay) => delay / 1000)).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000])
    await fixture.pass(day)
    expect(new Set(receiver.ids())).toEqual(new Set(['evt_1']))
    expect(receiver.received).toHaveLength(8)
    expect(await fixture.deliveries(id)).toMatchObject([{ state: 'failed', attempts: 8, status: 500 }])
  })

  it('delays the later events of its subject, but no others', async () => {
    const receiver = await openReceiver(500)
    await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1), { type: 'site.connected', siteId: 1, data: {} }, siteAdded(2))
    await fixture.pass()
    expect(receiver.ids().toSorted()).toEqual(['evt_1', 'evt_3'])
    await fixture.pass(5_000)
    expect(receiver.ids().slice(2)).toEqual(['evt_1', 'evt_2'])
  })

  it('shows the answer, cut to 1,000 bytes, to administrators only', async () => {
    const receiver = await openReceiver({ status: 422, body: `\0${'x'.repeat(5_000)}` })
    const { id } = await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    const [delivery] = await fixture.deliveries(id)
    expect(delivery).toMatchObject({ state: 'waiting', status: 422, answer: 'x'.repeat(999) })
    expect(delivery!.error).toContain('422')
    const role = (
      await fixture.service.app.run('add-role', {
        name: 'Settings',
        permissions: ['settings.read', 'settings.manage'],
      })
    ).output as { id: number }
    await fixture.service.app.run('update-user', { id: fixture.people.viewer.id, role_id: role.id })
    const { status, body } = await rest(`GET /webhooks/${id}/deliveries`, undefined, fixture.people.viewer.headers)
    expect({ status, answer: body.data[0].answer }).toEqual({ status: 200, answer: null })
    expect((await rest(`GET /webhooks/${id}/deliveries`, undefined, fixture.people.manager.headers)).status).toBe(403)
  })

  it('waits as long as the receiver asks for', async () => {
    const receiver = await openReceiver({ status: 429, headers: { 'retry-after': '120' } })
    await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    await fixture.pass(119_000)
    expect(receiver.received).toHaveLength(1)
    await fixture.pass(1_000)
    expect(receiver.received).toHaveLength(2)
  })

  it('does not delay another webhook, even if the receiver never answers', async () => {
    const silent = await rawServer(() => {})
    const receiver = await openReceiver()
    await fixture.add({ url: `http://127.0.0.1:${silent.port}/` })
    await fixture.add({ url: receiver.url })
    await fixture.publish(...Array.from({ length: 30 }, (_, index) => siteAdded(index + 1)))
    const passing = fixture.pass()
    await expect.poll(() => receiver.received.length).toBe(30)
    for (const socket of silent.connections) socket.destroy()
    // The other deliveries of the silent receiver end with the process.
    const closing = setInterval(() => {
      for (const socket of silent.connections) socket.destroy()
    }, 20)
    await passing
    clearInterval(closing)
  })
})

describe('a webhook', () => {
  it('that fails for 5 days is switched off, with an event and an e-mail to administrators', async () => {
    const receiver = await openReceiver(...Array.from({ length: 40 }, () => 500))
    const { id } = await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    await fixture.pass(5 * day - 1)
    await fixture.publish(siteAdded(2))
    await fixture.pass()
    const shown = async () => (await rest('GET /webhooks')).body.data[0]
    expect(await shown()).toMatchObject({ active: true, failing_since: '2026-11-15T09:00:00Z' })
    await fixture.publish(siteAdded(3))
    await fixture.pass(minute)
    expect(await shown()).toMatchObject({ active: false, switched_off_reason: 'No delivery succeeded for 5 days.' })
    const calls = receiver.received.length
    await fixture.publish(siteAdded(4))
    await fixture.pass(day)
    expect(receiver.received).toHaveLength(calls)
    const { events } = (await rest('GET /events?types=webhook.switched_off')).body.data
    expect(events).toMatchObject([{ subject: `webhook:${id}`, data: { webhook_id: id, url: receiver.url } }])
    const { rows } = await fixture.service.db.pool.query(
      `select data -> 'input' as input from queue.job where data ->> 'operation' = 'send-webhook-notice'`,
    )
    expect(rows).toEqual([{ input: { url: receiver.url, reason: 'No delivery succeeded for 5 days.' } }])
  })

  it('that succeeds in between stays on', async () => {
    const receiver = await openReceiver(500, 204, 500)
    await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    await fixture.pass(5_000)
    await fixture.publish(siteAdded(2))
    await fixture.pass(6 * day)
    expect((await rest('GET /webhooks')).body.data[0]).toMatchObject({ active: true })
  })

  it('that answers 410 is switched off at once', async () => {
    const receiver = await openReceiver(410)
    await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    expect((await rest('GET /webhooks')).body.data[0]).toMatchObject({ active: false })
  })

  it('receives what its owner may see now, also of events that were queued before', async () => {
    const { db } = fixture.service
    await seedSites(db, 2)
    const receiver = await openReceiver(500, 500)
    const { id } = await fixture.add({ url: receiver.url })
    await fixture.publish(siteAdded(1), siteAdded(2))
    await fixture.pass()
    expect(receiver.received).toHaveLength(2)
    await db
      .updateTable('users')
      .set({ site_ids: [2] })
      .where('id', '=', fixture.people.administrator.id)
      .execute()
    await fixture.publish({ type: 'settings.changed', data: { group: 'general', keys: [] } })
    await fixture.pass(5_000)
    expect(receiver.ids().slice(2)).toEqual(['evt_2'])
    await db.updateTable('users').set({ site_ids: null }).where('id', '=', fixture.people.administrator.id).execute()
    const deliveries = await fixture.deliveries(id)
    expect(deliveries.map(({ state }) => state).toSorted()).toEqual(['delivered', 'dropped'])
    const dropped = deliveries.find(({ state }) => state === 'dropped')
    await rest(`POST /webhooks/${id}/replay`, { delivery_id: dropped!.id })
    await fixture.pass()
    expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ id: 'evt_1', type: 'site.added' })
  })

  it('of a user without access is switched off', async () => {
    const receiver = await openReceiver()
    await fixture.add({ url: receiver.url })
    await fixture.service.db
      .updateTable('api_keys')
      .set({ active: false })
      .where('user_id', '=', fixture.people.administrator.id)
      .execute()
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    expect(receiver.received).toHaveLength(0)
    const row = await fixture.service.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ active: false, switched_off_reason: expect.stringContaining('no longer has access') })
  })

  it('of a person who has lost the access at the identity provider is switched off, and sends again after it is switched on', async () => {
    const receiver = await openReceiver()
    const { id } = await fixture.add({ url: receiver.url })
    const { administrator } = fixture.people
    const owner = { ...systemActor('ada'), kind: 'user', userId: administrator.id, sessionId: 'a session' }
    const { db } = fixture.service
    await db
      .updateTable('webhook_endpoints')
      .set({ owner: JSON.stringify(owner) })
      .execute()
    const now = fixture.service.clock.now()
    const times = { created_at: now, last_sign_in_at: now, access_until: now }
    const identity = { issuer: 'https://id.example', subject: 'ada', user_id: administrator.id }
    await db
      .insertInto('oidc_identities')
      .values({ ...identity, ...times })
      .execute()
    await fixture.publish(siteAdded(1))
    await fixture.pass()
    expect(receiver.received).toHaveLength(0)
    const row = await db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ active: false, switched_off_reason: expect.stringContaining('no longer has access') })
    await db.deleteFrom('oidc_identities').execute()
    expect((await rest(`PUT /webhooks/${id}`, { active: true })).status).toBe(200)
    await fixture.publish(siteAdded(2))
    await fixture.pass()
    expect(receiver.received.length).toBeGreaterThan(0)
  })
})

it('claims from thousands of waiting deliveries without comparing every two of them', async () => {
  const { id } = await fixture.add({ url: 'http://127.0.0.1:8080/hook' })
  const now = fixture.service.clock.now()
  const { taken, read } = await fixture.service.db.transaction().execute(async (trx) => {
    await queryRows(
      trx,
      sql`insert into webhook_deliveries (webhook_id, message_id, position, type, subject, body, due_at, created_at)
        select ${id}::bigint, 'evt_' || n, n, 'site.added', 'site:' || n % 100, '{}', ${now}::timestamptz, ${now}::timestamptz
        from generate_series(1, 3000) as n`,
    )
    const rows = await takeDueDeliveries(trx, id, { now, limit: 10 }, { holder: 'one', seconds: 60 })
    const [counted] = await queryRows(
      trx,
      sql<{ read: number }>`select (idx_tup_fetch + seq_tup_read)::integer as read from pg_stat_xact_user_tables
        where relname = 'webhook_deliveries'`,
    )
    return { taken: rows, read: counted!.read }
  })
  expect(taken.map(({ position }) => position).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(read).toBeLessThan(1_000)
})
