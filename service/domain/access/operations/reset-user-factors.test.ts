import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, password, setUp } = secondFactorCalls(fixture)

it('removes the second factors, ends the sessions and is recorded', async () => {
  const { session } = await setUp()
  const { id } = fixture.people.viewer
  const { output } = await fixture.service.app.run('reset-user-factors', { id }, { confirmed: true })
  expect(output).toEqual({ id, removed: true, ended: 1 })
  expect((await send('GET', '/access/me', undefined, session.headers)).status).toBe(401)
  expect((await password()).status).toBe(200)
  const lines = await fixture.service.db
    .selectFrom('audit_lines')
    .select('outcome')
    .where('operation', '=', 'reset-user-factors')
    .execute()
  expect(lines).toEqual([{ outcome: 'ok' }])
})

it('is refused to everyone but the server itself', async () => {
  const { id } = fixture.people.viewer
  const actor = {
    kind: 'user',
    name: 'ada',
    userId: fixture.people.administrator.id,
    keyId: null,
    sessionId: null,
    role: 'administrator',
    scopes: ['read', 'write', 'delete'],
    limits: null,
    address: null,
  } as const
  const refused = fixture.service.app.run('reset-user-factors', { id }, { actor, confirmed: true })
  await expect(refused).rejects.toMatchObject({ code: 'svc_permission_denied' })
})
