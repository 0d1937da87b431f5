import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists own dismissals, the oldest first', async () => {
  const { basic } = fixture.people.manager
  for (const message of ['zebra', 'ant']) {
    await rest(`POST /settings/tools/info-messages/${message}/dismiss`, {}, basic)
    fixture.service.clock.advance(1000)
  }
  const { body } = await rest('GET /settings/tools/info-messages', undefined, basic)
  expect(body).toMatchObject({ success: 1, total: 2, data: ['zebra', 'ant'] })
})
