import { expect, it } from 'vitest'
import { basic, setUpService, signIn } from '../../testing/people.ts'
import { revokeAllCredentials } from './index.ts'

const scene = setUpService()

it('leaves people their passwords and nothing else', async () => {
  const { service, people } = scene
  const session = await signIn(service, people.viewer)
  const url = '/api/v2/access/me/application-passwords'
  const made = await service.request({
    method: 'POST',
    url,
    headers: session.headers,
    payload: { name: 'x', current_password: people.viewer.password },
  })
  await revokeAllCredentials(service.db)
  const status = async (headers: Record<string, string>) =>
    (await service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status
  await service.app.forgetCaches()
  expect(await status({ cookie: session.cookie })).toBe(401)
  expect(await status(people.viewer.headers)).toBe(401)
  expect(await status(basic(people.viewer.login, made.body.data.password))).toBe(401)
  expect(await status(people.administrator.basic)).toBe(200)
  expect(await service.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
  const keys = await service.request({
    method: 'GET',
    url: '/api/v2/rest-api/keys',
    headers: people.administrator.basic,
  })
  expect(new Set(keys.body.data.map(({ active }: { active: boolean }) => active))).toEqual(new Set([false]))
})
