import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { defaultBranding } from '../branding.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('returns the defaults until something is set', async () => {
  const { status, body } = await rest('GET /settings/reports')
  expect([status, body]).toEqual([
    200,
    {
      success: 1,
      message: 'Retrieved successfully.',
      data: { ...defaultBranding, vulnerability_feed_url: '', vulnerability_sources: [] },
    },
  ])
})

it('returns the default in place of a stored value that is no longer valid', async () => {
  await fixture.service.db.pool.query(
    `insert into report_settings values ('brand_color', '"red"', now()), ('gone', '1', now()), ('title', '"Mine"', now())`,
  )
  const { body } = await rest('GET /settings/reports')
  expect(body.data).toMatchObject({ brand_color: defaultBranding.brand_color, title: 'Mine' })
  expect(body.data).not.toHaveProperty('gone')
})

it('is for administrators only', async () => {
  expect((await rest('GET /settings/reports', undefined, fixture.people.manager.headers)).status).toBe(403)
  expect((await rest('GET /settings/reports', undefined, fixture.people.keys.limited.headers)).status).toBe(403)
})
