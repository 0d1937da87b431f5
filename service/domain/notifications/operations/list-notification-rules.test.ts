import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('lists rules, for callers without limits', async () => {
  const { id } = await fixture.openChannel({ delay_minutes: 3 })
  expect((await fixture.rest('GET /notifications/rules')).body.data).toMatchObject([
    { channel_id: id, delay_minutes: 3 },
  ])
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('GET /notifications/rules', undefined, headers)).status).toBe(403)
})
