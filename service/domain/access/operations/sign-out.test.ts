import { expect, it } from 'vitest'
import { peopledHouse, signIn } from '../../../testing/people.ts'

const scene = peopledHouse()
const url = '/api/v2/access/sessions/current'

it('ends this session, takes the cookie away and leaves the other sessions', async () => {
  const { house, people } = scene
  const current = await signIn(house, people.viewer)
  const other = await signIn(house, people.viewer)
  const status = async (cookie: string) =>
    (await house.request({ method: 'GET', url: '/api/v2/access/me', headers: { cookie } })).status
  expect(await status(current.cookie)).toBe(200)
  const answer = await house.request({ method: 'DELETE', url, headers: current.headers })
  expect(answer.body).toMatchObject({ success: 1, data: { signed_out: true } })
  expect(String(answer.headers['set-cookie'])).toMatch(/^flotilla_session=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/)
  expect([await status(current.cookie), await status(other.cookie)]).toEqual([401, 200])
})

it('cannot be triggered from another page', async () => {
  const { cookie } = await signIn(scene.house, scene.people.viewer)
  expect((await scene.house.request({ method: 'DELETE', url, headers: { cookie } })).status).toBe(403)
})

it('says when there is no session to end', async () => {
  const answer = await scene.house.request({ method: 'DELETE', url, headers: scene.people.viewer.basic })
  expect(answer.body.code).toBe('svc_session_not_found')
})
