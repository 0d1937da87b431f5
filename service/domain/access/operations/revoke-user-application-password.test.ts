import { expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()

it('revokes an application password of a user at once', async () => {
  const { service, people } = fixture
  const { viewer, administrator, manager, keys } = people
  const { headers } = await signInAs(service, viewer)
  const payload = { name: 'script', current_password: viewer.password }
  const made = await service.request({
    method: 'POST',
    url: '/api/v2/access/me/application-passwords',
    headers,
    payload,
  })
  const { id } = made.body.data.application_password
  const works = async () => {
    const credentials = basic(viewer.login, made.body.data.password)
    return (await service.request({ url: '/api/v2/access/me', headers: credentials })).status
  }
  const revoke = (userId: number, by: { headers: Record<string, string> }, query = '') =>
    service.request({
      method: 'DELETE',
      url: `/api/v2/access/users/${userId}/application-passwords/${id}${query}`,
      headers: by.headers,
    })
  for (const each of [manager, viewer, keys.limited, keys.write]) {
    expect((await revoke(viewer.id, each)).status).toBe(403)
  }
  expect((await revoke(manager.id, administrator)).body.code).toBe('svc_application_password_not_found')
  const plan = await revoke(viewer.id, administrator, '?dry_run=true')
  expect(plan.body.data).toMatchObject({ dry_run: true, would_affect: [{ id, name: 'script' }] })
  expect(await works()).toBe(200)
  expect((await revoke(viewer.id, administrator)).body.data).toMatchObject({ revoked: true, id: viewer.id })
  expect(await works()).toBe(401)
  expect((await revoke(viewer.id, administrator)).status).toBe(404)
})
