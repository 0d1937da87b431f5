import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('deletes the rule and what waits because of it', async () => {
  const channel = await fixture.openChannel({ delay_minutes: 3 })
  await fixture.down(1)
  await fixture.pass(5)
  const { body } = await fixture.rest(`DELETE /notifications/rules/${channel.ruleId}`, { confirm: true })
  expect(body.data).toMatchObject({ deleted: true, name: 'All' })
  await fixture.pass(600)
  expect(channel.calls).toEqual([])
  expect((await fixture.rest('DELETE /notifications/rules/9', { confirm: true })).status).toBe(404)
})
