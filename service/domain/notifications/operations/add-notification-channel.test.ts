import { describe, expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const add = (payload: object, headers?: Record<string, string>) =>
  fixture.rest('POST /notifications/channels', payload, headers)
const url = 'http://127.0.0.1:8080/services/T0/B0/very-secret'

it('adds a channel with a rule for the most important events', async () => {
  const { body } = await add({ service: 'slack', target: { url } })
  expect(body.data).toMatchObject({
    id: 1,
    name: 'slack',
    shown: '127.0.0.1:8080',
    active: true,
    owner: 'ada',
    has_owner: true,
  })
  const rules = await fixture.rest('GET /notifications/rules')
  expect(rules.body.data).toMatchObject([{ id: body.data.rule_id, channel_id: 1, name: 'Important events' }])
  expect(rules.body.data[0].types).toHaveLength(14)
})

it('seals the target and returns it never', async () => {
  const added = await add({ service: 'slack', target: { url } })
  const { target } = await fixture.service.db
    .selectFrom('notification_channels')
    .select('target')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(fixture.service.secrets.open(target, 'notification_channels.target'))).toEqual({ url })
  const { rows } = await fixture.service.db.pool.query('select * from audit_lines')
  const listed = await fixture.rest('GET /notifications/channels')
  expect(JSON.stringify([added.body, listed.body, rows, fixture.service.logged, target])).not.toContain('very-secret')
})

describe('refuses', () => {
  it.each([
    ['an address in a private network', { service: 'slack', target: { url: 'http://10.0.0.1/' } }, 'target'],
    ['another scheme', { service: 'slack', target: { url: 'ftp://hook.example/' } }, 'target.url'],
    ['a missing field', { service: 'telegram', target: { token: `1:${'a'.repeat(30)}` } }, 'target.chat_id'],
    ['a field of another service', { service: 'email', target: { to: 'ops@example.com', url } }, 'target.url'],
    ['no e-mail address', { service: 'email', target: { to: 'ops' } }, 'target.to'],
    ['a topic with a slash', { service: 'ntfy', target: { topic: 'a/b' } }, 'target.topic'],
    ['a line break in a token', { service: 'ntfy', target: { topic: 'a', token: 'x\r\ny' } }, 'target.token'],
    ['a short integration key', { service: 'pagerduty', target: { routing_key: 'short' } }, 'target.routing_key'],
    ['an unknown service', { service: 'pigeon', target: {} }, 'service'],
  ])('%s', async (_, payload, field) => {
    const { status, body } = await add(payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })
})

it('adds nothing in a dry run and is for administrators', async () => {
  const { body } = await add({ service: 'email', target: { to: 'ops@example.com' }, dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ shown: 'ops@example.com' }] })
  expect((await fixture.rest('GET /notifications/channels')).body.total).toBe(0)
  expect((await add({ service: 'slack', target: { url } }, fixture.people.manager.headers)).status).toBe(403)
})

it('notifies of an important event without any further setting', async () => {
  const channel = await fixture.openChannel({ types: ['report.sent'] })
  await add({ service: 'slack', target: { url: `${channel.url}/second` } })
  await fixture.down(1)
  await fixture.publish({ type: 'site.added', siteId: 2, data: { by: 'ada' } })
  await fixture.pass(15)
  await fixture.pass(120)
  expect(channel.calls.map(({ path, body }) => [path, body.text])).toEqual([['/second', '🔴 Site 1 is down']])
})
