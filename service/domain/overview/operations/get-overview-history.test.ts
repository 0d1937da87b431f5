import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const history = async (days = 30) => (await rest(`GET /overview/history?days=${days}`)).body.data

it('returns the numbers per day, the oldest first, and today with the current numbers', async () => {
  const { db } = fixture.service
  for (const { id } of await seedSites(db, 2)) await seedPendingUpdates(db, id, { plugins: 3 })
  const values = '2, 0, 0, 1, 2, 0, 8, 1, 0'
  await db.pool.query(
    `insert into fleet_days values ('2026-11-14', ${values}), ('2026-11-01', ${values}), ('2026-09-01', ${values}), ('2026-11-15', ${values})`,
  )
  expect(await history()).toEqual([
    expect.objectContaining({ day: '2026-11-01' }),
    {
      day: '2026-11-14',
      sites_total: 2,
      connected: 2,
      disconnected: 0,
      suspended: 0,
      sync_failed: 1,
      sites_with_updates: 2,
      core_updates: 0,
      plugin_updates: 8,
      theme_updates: 1,
      translation_updates: 0,
    },
    expect.objectContaining({ day: '2026-11-15', sites_total: 2, plugin_updates: 6 }),
  ])
  expect(await history(90)).toHaveLength(4)
  expect(await history(1)).toMatchObject([{ day: '2026-11-15' }])
})

it('is refused to a key that is limited to certain sites', async () => {
  const { status, body } = await rest('GET /overview/history', undefined, fixture.people.keys.limited.headers)
  expect([status, body.code]).toEqual([403, 'svc_permission_denied'])
})
