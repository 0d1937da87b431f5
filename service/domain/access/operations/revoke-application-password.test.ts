import { expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const url = '/api/v2/access/me/application-passwords'

it('revokes an application password at once and returns 404 for those of others', async () => {
  const { service, people } = fixture
  const vera = await signInAs(service, people.viewer)
  const ada = await signInAs(service, people.administrator)
  const payload = { name: 'script', current_password: people.viewer.password }
  const made = await service.request({ method: 'POST', url, headers: vera.headers, payload })
  const { id } = made.body.data.application_password
  const credentials = basic('vera', made.body.data.password)
  const me = async () =>
    (await service.request({ method: 'GET', url: '/api/v2/access/me', headers: credentials })).status
  const revoke = (headers: Record<string, string>, query = '') =>
    service.request({ method: 'DELETE', url: `${url}/${id}${query}`, headers })
  expect(await me()).toBe(200)

  expect((await revoke(ada.headers)).body.code).toBe('svc_application_password_not_found')
  expect((await revoke(vera.headers, '?dry_run=true')).body.data).toMatchObject({
    would_affect: [{ id, name: 'script' }],
  })
  expect(await me()).toBe(200)
  expect((await revoke(vera.headers)).body.data).toEqual({ revoked: true, id })
  expect(await me()).toBe(401)
  expect((await revoke(vera.headers)).status).toBe(404)
})
