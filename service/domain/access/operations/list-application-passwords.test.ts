import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const url = '/api/v2/access/me/application-passwords'

it('lists only own application passwords, without the passwords', async () => {
  const { service, people } = fixture
  const vera = await signInAs(service, people.viewer)
  const mary = await signInAs(service, people.manager)
  const payload = { name: 'backup script', current_password: people.viewer.password }
  const made = await service.request({ method: 'POST', url, headers: vera.headers, payload })
  const { body, text } = await service.request({ method: 'GET', url, headers: vera.headers })
  expect(body).toMatchObject({ success: 1, total: 1 })
  expect(body.data).toEqual([
    {
      id: made.body.data.application_password.id,
      name: 'backup script',
      created_at: '2026-11-15T09:00:00Z',
      last_used_at: null,
    },
  ])
  expect(text).not.toContain(made.body.data.password)
  expect((await service.request({ method: 'GET', url, headers: mary.headers })).body.data).toEqual([])
})
