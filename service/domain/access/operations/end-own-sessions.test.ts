import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()

it('ends all sessions of the caller but the current one', async () => {
  const { service, people } = fixture
  const [current, other, stranger] = [
    await signInAs(service, people.viewer),
    await signInAs(service, people.viewer),
    await signInAs(service, people.manager),
  ]
  const { headers } = current
  const answer = await service.request({ method: 'DELETE', url: '/api/v2/access/sessions', headers })
  expect(answer.body.data).toEqual({ ended: 1 })
  const me = async ({ cookie }: { cookie: string }) =>
    (await service.request({ url: '/api/v2/access/me', headers: { cookie } })).status
  expect([await me(current), await me(other), await me(stranger)]).toEqual([200, 401, 200])
})
