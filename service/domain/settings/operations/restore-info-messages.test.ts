import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('shows every message to all users again', async () => {
  const { viewer, manager } = fixture.people
  for (const { basic } of [viewer, manager])
    await rest('POST /settings/tools/info-messages/first-sync/dismiss', {}, basic)
  const plan = await rest('POST /settings/tools/restore-info-messages', { dry_run: true })
  expect(plan.body.data).toMatchObject({ count: 2, would_affect: [{ dismissed_messages: 2 }] })
  const { status, body } = await rest('POST /settings/tools/restore-info-messages')
  expect([status, body]).toEqual([200, { success: 1, message: 'Info messages restored.', data: { restored: 2 } }])
  expect((await rest('GET /settings/tools/info-messages', undefined, viewer.basic)).body.data).toEqual([])
})

it('is for administrators', async () => {
  const { headers } = fixture.people.manager
  expect((await rest('POST /settings/tools/restore-info-messages', {}, headers)).status).toBe(403)
})
