import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { keyLoginCalls } from '../testing/key-login-calls.ts'

const fixture = setUpService()
const { start, confirm, finish, sessionOf } = keyLoginCalls(fixture)

it('gives the program a key of the person once, whose changes need approval', async () => {
  const { manager } = fixture.people
  const { user_code, device_code } = (await start({ scopes: ['read', 'write'] })).body.data
  expect((await finish(device_code)).body.code).toBe('svc_login_pending')
  await confirm(user_code, await sessionOf(manager))
  expect((await finish('another code')).body.code).toBe('svc_login_ended')
  const answers = await Promise.all([finish(device_code), finish(device_code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const { body } = answers.find(({ status }) => status === 200)!
  expect(body.data).toMatchObject({
    user_id: manager.id,
    description: 'flotilla login: laptop',
    ...{ scopes: ['read', 'write'], change_tier: 'ask', destroy_tier: 'ask' },
    expires_at: '2027-02-13T09:00:00Z',
  })
  const headers = { authorization: `Bearer ${body.token}` }
  const add = { method: 'POST', url: '/api/v2/tags/add', headers, payload: { name: 'Shop' } } as const
  expect((await fixture.service.request(add)).body.code).toBe('svc_approval_required')
  expect(await dataOfEvents(fixture.service.db, 'access.key_created')).toMatchObject([{ by: manager.login }])
  const lines = await fixture.service.db
    .selectFrom('audit_lines')
    .select(['actor_name', 'outcome'])
    .where('operation', '=', 'finish-key-login')
    .where('outcome', '=', 'ok')
    .execute()
  expect(lines).toEqual([{ actor_name: manager.login, outcome: 'ok' }])
})
