import { expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const better = 'a better pass phrase'
const change = (payload: object, headers: Record<string, string>) =>
  fixture.service.request({ method: 'PUT', url: '/api/v2/access/me/password', headers, payload })
const status = async (headers: Record<string, string>) =>
  (await fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status

it('changes the password, keeps the current session and ends the others', async () => {
  const { service, people } = fixture
  const { login, password, headers: key } = people.viewer
  const current = await signInAs(service, people.viewer)
  const other = await signInAs(service, people.viewer)
  const made = await service.request({
    method: 'POST',
    url: '/api/v2/access/me/application-passwords',
    headers: current.headers,
    payload: { name: 'script', current_password: password },
  })
  expect([await status({ cookie: other.cookie }), await status(people.viewer.basic)]).toEqual([200, 200])
  const answer = await change({ current_password: password, new_password: better }, current.headers)
  expect(answer.body.data).toEqual({
    changed: true,
    ended_sessions: 1,
    revoked_application_passwords: 1,
    switched_off_keys: 0,
  })
  expect(await status({ cookie: current.cookie })).toBe(200)
  expect(await status({ cookie: other.cookie })).toBe(401)
  expect(await status(people.viewer.basic)).toBe(401)
  expect(await status(basic(login, better))).toBe(200)
  expect(await status(basic(login, made.body.data.password))).toBe(401)
  expect(await service.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
  expect(await status(key)).toBe(200)
})

it('needs the current password, with the limits of signing in', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  const wrong = () => change({ current_password: 'wrong', new_password: better }, headers)
  const answer = await wrong()
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'svc_wrong_password', data: { params: { current_password: 'is wrong' } } })
  for (let count = 0; count < 4; count++) await wrong()
  expect((await wrong()).status).toBe(429)
})

it('with switch_off_keys switches off own keys and keys created for others', async () => {
  const { service, people } = fixture
  const { administrator, viewer } = people
  const { headers } = await signInAs(service, administrator)
  const url = '/api/v2/rest-api/add-key'
  const forViewer = await service.request({ method: 'POST', url, headers, payload: { user_id: viewer.id } })
  const made = { authorization: `Bearer ${forViewer.body.token}` }
  expect([await status(made), await status(people.keys.full.headers)]).toEqual([200, 200])
  const passwords = { current_password: administrator.password, new_password: better }
  const { body } = await change({ ...passwords, switch_off_keys: true }, headers)
  expect(body.data.switched_off_keys).toBeGreaterThan(5)
  expect([await status(made), await status(people.keys.full.headers)]).toEqual([401, 401])
  expect(await status(viewer.headers)).toBe(200)
})

it('refuses a new password that is short, equal to the old one or contains the user name', async () => {
  const { password } = fixture.people.viewer
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  for (const new_password of ['short', password, 'vera vera vera']) {
    const answer = await change({ current_password: password, new_password }, headers)
    expect(answer.body.data.params).toHaveProperty('new_password')
  }
})

it('changes nothing in a dry run', async () => {
  const { password, basic: credentials } = fixture.people.viewer
  const answer = await change({ current_password: password, new_password: better, dry_run: true }, credentials)
  expect(answer.body.data).toMatchObject({ dry_run: true, count: 1 })
  expect(await status(credentials)).toBe(200)
})

it('is refused to keys', async () => {
  const answer = await change({ current_password: 'x', new_password: better }, fixture.people.viewer.headers)
  expect(answer.status).toBe(403)
})
