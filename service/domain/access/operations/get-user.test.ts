import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const get = (id: number | string) =>
  fixture.service.request({
    method: 'GET',
    url: `/api/v2/access/users/${id}`,
    headers: fixture.people.keys.read.headers,
  })

it('returns a user without the password', async () => {
  const { body, text } = await get(fixture.people.viewer.id)
  expect(body).toMatchObject({ success: 1, data: { id: fixture.people.viewer.id, login: 'vera', role: 'viewer' } })
  expect(text).not.toContain('scrypt')
})

it('returns 404 for an unknown user', async () => {
  const answer = await get(999)
  expect(answer.status).toBe(404)
  expect(answer.body.code).toBe('svc_user_not_found')
  expect((await get('vera')).status).toBe(400)
})
