import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists webhooks without their secrets, for administrators', async () => {
  await rest('POST /notifications/webhooks', { url: 'http://127.0.0.1:8080/hook', secret: 'a secret of our own' })
  const { body, text } = await rest('GET /notifications/webhooks')
  expect(body).toMatchObject({ success: 1, total: 1 })
  expect(body.data).toEqual([
    {
      id: 1,
      url: 'http://127.0.0.1:8080/hook',
      kinds: ['down', 'up', 'certificate', 'domain', 'health'],
      active: true,
      created_at: '2026-11-15T09:00:00Z',
    },
  ])
  expect(text).not.toContain('a secret of our own')
  expect((await rest('GET /notifications/webhooks', undefined, fixture.people.manager.headers)).status).toBe(403)
})
