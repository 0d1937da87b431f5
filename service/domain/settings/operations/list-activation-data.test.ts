import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists the notes by name, with their time', async () => {
  await rest('PUT /settings/tools/activation-data/licence', { value: 'placeholder' })
  await rest('PUT /settings/tools/activation-data/guide-done', { value: true })
  const { body } = await rest('GET /settings/tools/activation-data')
  expect(body).toMatchObject({
    success: 1,
    total: 2,
    data: [
      { note: 'guide-done', value: true, noted_at: '2026-11-15T09:00:00Z' },
      { note: 'licence', value: 'placeholder', noted_at: '2026-11-15T09:00:00Z' },
    ],
  })
})
