import { expect, it } from 'vitest'
import { basic, peopledHouse, signIn } from '../../testing/people.ts'
import { revokeAllCredentials } from './index.ts'

const scene = peopledHouse()

it('leaves people their passwords and nothing else', async () => {
  const { house, people } = scene
  const session = await signIn(house, people.viewer)
  const url = '/api/v2/access/me/application-passwords'
  const made = await house.request({
    method: 'POST',
    url,
    headers: session.headers,
    payload: { name: 'x', current_password: people.viewer.password },
  })
  await revokeAllCredentials(house.db)
  const status = async (headers: Record<string, string>) =>
    (await house.request({ method: 'GET', url: '/api/v2/access/me', headers })).status
  await house.app.forgetCaches()
  expect(await status({ cookie: session.cookie })).toBe(401)
  expect(await status(people.viewer.headers)).toBe(401)
  expect(await status(basic(people.viewer.login, made.body.data.password))).toBe(401)
  expect(await status(people.administrator.basic)).toBe(200)
  expect(await house.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
  const keys = await house.request({ method: 'GET', url: '/api/v2/rest-api/keys', headers: people.administrator.basic })
  expect(new Set(keys.body.data.map(({ active }: { active: boolean }) => active))).toEqual(new Set([false]))
})
