import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const note = (name: string, payload: object) => rest(`PUT /settings/tools/activation-data/${name}`, payload)

it('stores a note with its newest value', async () => {
  await note('guide-step', { value: 1 })
  const { status, body } = await note('guide-step', { value: 2 })
  expect([status, body.data]).toEqual([200, { note: 'guide-step', value: 2 }])
  expect((await rest('GET /settings/tools/activation-data')).body.data).toMatchObject([
    { note: 'guide-step', value: 2 },
  ])
})

it.each([
  ['Guide%20Step', { value: 1 }, 'note'],
  ['guide', {}, 'value'],
  ['guide', { value: { deep: 1 } }, 'value'],
  ['guide', { value: 'x'.repeat(1001) }, 'value'],
])('%s %j is refused', async (name, payload, field) => {
  const { status, body } = await note(name, payload)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
})
