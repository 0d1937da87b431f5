import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('deletes the channel with its rules and pending messages', async () => {
  const channel = await fixture.openChannel()
  await fixture.down(1)
  await fixture.pass(5)
  const { body } = await fixture.rest(`DELETE /notifications/channels/${channel.id}`, { confirm: true })
  expect(body.data).toMatchObject({ deleted: true, id: channel.id })
  await fixture.pass(60)
  expect(channel.calls).toEqual([])
  expect((await fixture.rest('GET /notifications/rules')).body.total).toBe(0)
})

it('returns 404 for an unknown channel', async () => {
  expect((await fixture.rest('DELETE /notifications/channels/9', { confirm: true })).status).toBe(404)
})
