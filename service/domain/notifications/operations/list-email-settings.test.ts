import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists all types with their defaults', async () => {
  const { status, body } = await rest('GET /settings/emails')
  expect([status, body]).toMatchObject([200, { success: 1, total: 4 }])
  expect(body.data[0]).toEqual({
    type: 'daily_digest',
    heading: 'Daily digest',
    subject: 'Daily digest of your sites',
    recipients: '',
    disable: 0,
  })
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
    'daily_digest',
    'uptime',
    'site_health',
    'deactivated_license_alert',
  ])
})

it('is for administrators', async () => {
  expect((await rest('GET /settings/emails', undefined, fixture.people.manager.headers)).status).toBe(403)
})
