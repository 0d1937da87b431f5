import { beforeEach, expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const put = (payload: object, id = 1) => fixture.rest(`PUT /notifications/rules/${id}`, payload)
beforeEach(async () => {
  await fixture.rest('POST /notifications/channels', { service: 'email', target: { to: 'ops@example.com' } })
})

it('changes the sent fields and keeps the others', async () => {
  const { body } = await put({ delay_minutes: 3, hours: { days: [1], from: '08:00', to: '18:00' } })
  expect(body.data).toMatchObject({ delay_minutes: 3, name: 'Important events', hours: { days: [1], from: '08:00' } })
  expect((await put({ hours: null, active: false })).body.data).toMatchObject({
    hours: null,
    active: false,
    delay_minutes: 3,
  })
  expect((await put({})).body.data).toMatchObject({ active: false })
})

it('accepts what was read', async () => {
  const [rule] = (await fixture.rest('GET /notifications/rules')).body.data
  expect((await put(rule)).body.data).toEqual(rule)
})

it('returns 404 for an unknown rule and 403 to limited callers', async () => {
  expect((await put({ active: false }, 9)).body).toMatchObject({ code: 'svc_rule_not_found' })
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('PUT /notifications/rules/1', { active: false }, headers)).status).toBe(403)
})

it('changes nothing in a dry run', async () => {
  expect((await put({ active: false, dry_run: true })).body.data).toMatchObject({ would_affect: [{ active: false }] })
  expect((await fixture.rest('GET /notifications/rules')).body.data[0].active).toBe(true)
})
