import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { defaultBranding } from '../branding.ts'

const scene = setUpService()
const { rest } = callers(scene)

it('answers the defaults until somebody sets something', async () => {
  const { status, body } = await rest('GET /settings/reports')
  expect([status, body]).toEqual([200, { success: 1, data: { ...defaultBranding, vulnerability_sources: [] } }])
})

it('a value that no longer fits counts as the default', async () => {
  await scene.service.db.pool.query(
    `insert into report_settings values ('brand_color', '"red"', now()), ('gone', '1', now()), ('title', '"Mine"', now())`,
  )
  const { body } = await rest('GET /settings/reports')
  expect(body.data).toMatchObject({ brand_color: defaultBranding.brand_color, title: 'Mine' })
  expect(body.data).not.toHaveProperty('gone')
})

it('is for administrators', async () => {
  expect((await rest('GET /settings/reports', undefined, scene.people.manager.headers)).status).toBe(403)
  expect((await rest('GET /settings/reports', undefined, scene.people.keys.limited.headers)).status).toBe(403)
})
