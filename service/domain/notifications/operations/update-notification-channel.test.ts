import { beforeEach, expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const put = (payload: object, id = 1) => fixture.rest(`PUT /notifications/channels/${id}`, payload)
beforeEach(async () => {
  await fixture.rest('POST /notifications/channels', { service: 'email', target: { to: 'ops@example.com' } })
})

it('changes the sent fields and keeps the others', async () => {
  expect((await put({ name: 'Operations', active: false })).body.data).toMatchObject({
    ...{ name: 'Operations', active: false, shown: 'ops@example.com', muted_until: null },
  })
  const { body } = await put({ target: { to: 'team@example.com' }, muted_until: '2026-11-20T08:00:00Z' })
  expect(body.data).toMatchObject({
    name: 'Operations',
    shown: 'team@example.com',
    muted_until: '2026-11-20T08:00:00Z',
  })
  expect((await put({ muted_until: null })).body.data).toMatchObject({ muted_until: null })
})

it('makes the caller the owner of a channel whose owner is gone', async () => {
  const { db } = fixture.service
  await db.updateTable('notification_channels').set({ owner_user_id: null, owner_key_id: null }).execute()
  expect((await fixture.rest('GET /notifications/channels')).body.data[0]).toMatchObject({
    owner: null,
    has_owner: false,
  })
  expect((await put({})).body.data).toMatchObject({ owner: 'ada', has_owner: true })
})

it('is refused to limited callers, who could read about other sites through a channel', async () => {
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('PUT /notifications/channels/1', { name: 'Mine' }, headers)).status).toBe(403)
})

it('returns 400 for a target of another service and 404 for an unknown channel', async () => {
  expect((await put({ target: { url: 'https://hooks.example/' } })).status).toBe(400)
  expect((await put({ active: false }, 9)).body).toMatchObject({ code: 'svc_channel_not_found' })
})

it('changes nothing in a dry run', async () => {
  expect((await put({ active: false, dry_run: true })).body.data).toMatchObject({ would_affect: [{ active: false }] })
  expect((await fixture.rest('GET /notifications/channels')).body.data[0].active).toBe(true)
})
