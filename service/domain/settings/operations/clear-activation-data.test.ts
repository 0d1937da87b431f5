import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const list = async () => (await rest('GET /settings/tools/activation-data')).body.data

it('deletes all notes', async () => {
  for (const name of ['guide-done', 'licence']) await rest(`PUT /settings/tools/activation-data/${name}`, { value: 1 })
  const plan = await rest('POST /settings/tools/clear-activation-data', { dry_run: true })
  expect(plan.body.data.would_affect).toEqual([{ note: 'guide-done' }, { note: 'licence' }])
  expect(await list()).toHaveLength(2)
  const { status, body } = await rest('POST /settings/tools/clear-activation-data')
  expect([status, body]).toEqual([200, { success: 1, message: 'Activation data cleared.', data: { cleared: 2 } }])
  expect(await list()).toEqual([])
})

it('does not change settings and secrets', async () => {
  await rest('PUT /settings/advanced/edit', { svc_maximum_requests: 9 })
  await rest('POST /settings/tools/clear-activation-data')
  expect((await rest('GET /settings/advanced')).body.data.svc_maximum_requests).toBe(9)
})
