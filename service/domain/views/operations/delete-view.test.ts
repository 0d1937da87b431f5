import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('deletes an own view after a dry run that names it', async () => {
  const { basic } = fixture.people.viewer
  const { id } = (await rest('POST /views/save', { name: 'Mine' }, basic)).body.data
  const plan = await rest(`DELETE /views/${id}/delete?dry_run=true`, undefined, basic)
  expect(plan.body.data).toMatchObject({ dry_run: true, would_affect: [{ name: 'Mine' }] })
  expect((await rest(`DELETE /views/${id}/delete`, undefined, basic)).body.data).toMatchObject({ name: 'Mine' })
  expect((await rest(`DELETE /views/${id}/delete`, undefined, basic)).status).toBe(404)
})
