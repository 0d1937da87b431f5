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

it('lists a rule whose stored name is longer than the input allows', async () => {
  const { ruleId } = await fixture.openChannel()
  const name = 'x'.repeat(300)
  await fixture.service.db.updateTable('notification_rules').set({ name }).where('id', '=', ruleId).execute()
  expect((await fixture.rest('GET /notifications/rules')).body.data).toMatchObject([{ name }])
  expect((await fixture.rest('GET /notifications/channels')).status).toBe(200)
  expect((await fixture.rest('GET /notifications/channel-messages')).status).toBe(200)
})
