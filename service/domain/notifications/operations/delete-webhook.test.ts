import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('deletes a webhook, once', async () => {
  await rest('POST /notifications/webhooks', { url: 'http://127.0.0.1:8080/hook' })
  const plan = await rest('DELETE /notifications/webhooks/1', { dry_run: true })
  expect(plan.body.data).toMatchObject({ dry_run: true, would_affect: [{ id: 1 }] })
  expect((await rest('DELETE /notifications/webhooks/1')).body.data).toEqual({
    deleted: true,
    id: 1,
    url: 'http://127.0.0.1:8080/hook',
  })
  expect((await rest('DELETE /notifications/webhooks/1')).status).toBe(404)
  expect((await rest('GET /notifications/webhooks')).body.total).toBe(0)
})
