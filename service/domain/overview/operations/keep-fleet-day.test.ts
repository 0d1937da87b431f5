import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const keep = async () => (await fixture.service.app.run('keep-fleet-day', {})).output
const stored = () => fixture.service.db.selectFrom('fleet_days').selectAll().orderBy('day').execute()

it('stores the last numbers of each day', async () => {
  const { db } = fixture.service
  for (const { id } of await seedSites(db, 3)) {
    await seedPendingUpdates(db, id, { plugins: id, ...(id === 1 && { core: '6.9' }) })
  }
  expect(await keep()).toEqual({ day: '2026-11-15' })
  await db.pool.query('delete from site_updates where site_id = 3')
  await db.pool.query(`update sites set connection = 'disconnected' where id = 3`)
  await keep()
  expect(await stored()).toEqual([
    {
      day: '2026-11-15',
      connected: 2,
      disconnected: 1,
      suspended: 0,
      sync_failed: 0,
      sites_with_updates: 2,
      core_updates: 1,
      plugin_updates: 3,
      theme_updates: 0,
      translation_updates: 0,
    },
  ])
  await fixture.service.clock.advance(86_400_000)
  await keep()
  expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16'])
})
