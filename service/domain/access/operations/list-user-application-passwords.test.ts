import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const list = (id: number, headers: Record<string, string>) =>
  fixture.service.request({ url: `/api/v2/access/users/${id}/application-passwords`, headers })

it('lists the application passwords of a user for administrators, without the passwords', async () => {
  const { service, people } = fixture
  const { viewer, administrator, manager, keys } = people
  const { headers } = await signInAs(service, viewer)
  const payload = { name: 'script', current_password: viewer.password }
  const url = '/api/v2/access/me/application-passwords'
  const made = await service.request({ method: 'POST', url, headers, payload })
  const { body, text } = await list(viewer.id, administrator.headers)
  expect(body).toMatchObject({ total: 1, data: [{ name: 'script', last_used_at: null }] })
  expect(text).not.toContain(made.body.data.password)
  expect((await list(administrator.id, administrator.headers)).body.data).toEqual([])
  expect((await list(999, administrator.headers)).body.code).toBe('svc_user_not_found')
  for (const each of [manager, viewer, keys.limited]) expect((await list(viewer.id, each.headers)).status).toBe(403)
})
