import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('lists channels without their secrets, for administrators', async () => {
  const token = `123456:${'s'.repeat(35)}`
  await fixture.rest('POST /notifications/channels', {
    service: 'telegram',
    name: 'On call',
    target: { token, chat_id: '-100123', server: 'http://127.0.0.1:8081' },
  })
  const { body, text } = await fixture.rest('GET /notifications/channels')
  expect(body.data).toMatchObject([{ service: 'telegram', name: 'On call', shown: 'Chat -100123', last_sent_at: null }])
  expect(text).not.toContain(token)
  expect((await fixture.rest('GET /notifications/channels', undefined, fixture.people.manager.headers)).status).toBe(
    403,
  )
})

it('says that it has no owner while the owner has no access at the identity provider', async () => {
  const { administrator } = fixture.people
  await fixture.dashboard('POST /notifications/channels', { service: 'email', target: { to: 'a@agency.example' } })
  const hasOwner = async () => (await fixture.rest('GET /notifications/channels')).body.data[0].has_owner
  expect(await hasOwner()).toBe(true)
  const now = fixture.service.clock.now()
  const identity = { issuer: 'https://id.example', subject: 'ada', user_id: administrator.id }
  await fixture.service.db
    .insertInto('oidc_identities')
    .values({ ...identity, created_at: now, last_sign_in_at: now, access_until: now })
    .execute()
  const { output } = await fixture.service.app.run('list-notification-channels', {})
  expect(output).toMatchObject({ channels: [{ has_owner: false }] })
})

it('says that e-mail cannot be sent while no mail server is set up', async () => {
  await fixture.rest('POST /notifications/channels', { service: 'email', target: { to: 'on-call@agency.example' } })
  const canSend = async () => (await fixture.rest('GET /notifications/channels')).body.data[0].can_send
  expect(await canSend()).toBe(false)
  const server = { host: '127.0.0.1', port: 2525, tls: 'none', sender: 'care@agency.example' }
  expect((await fixture.dashboard('PUT /settings/mail-server', server)).status).toBe(200)
  expect(await canSend()).toBe(true)
})
