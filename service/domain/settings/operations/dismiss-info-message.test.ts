import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const dismissed = async (headers: { authorization: string }) =>
  (await rest('GET /settings/tools/info-messages', undefined, headers)).body.data

it('hides a message for the caller only', async () => {
  const { viewer, manager } = fixture.people
  const { status, body } = await rest('POST /settings/tools/info-messages/first-sync/dismiss', {}, viewer.basic)
  expect([status, body.data]).toEqual([200, { message: 'first-sync', dismissed: true }])
  await rest('POST /settings/tools/info-messages/first-sync/dismiss', {}, viewer.basic)
  expect(await dismissed(viewer.basic)).toEqual(['first-sync'])
  expect(await dismissed(manager.basic)).toEqual([])
})

it('returns 400 for texts that are not names of messages', async () => {
  const { basic } = fixture.people.viewer
  const { status, body } = await rest('POST /settings/tools/info-messages/%3Cb%3E/dismiss', {}, basic)
  expect([status, body.data.params.message]).toEqual([400, expect.stringContaining('name of a message')])
})

it('is refused to keys', async () => {
  const { headers } = fixture.people.keys.full
  expect((await rest('POST /settings/tools/info-messages/first-sync/dismiss', {}, headers)).status).toBe(403)
})
