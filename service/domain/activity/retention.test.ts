import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { insertChanges } from './change-store.ts'

const fixture = setUpService()

it('deletes changes after 180 days', async () => {
  const { db, clock, app } = fixture.service
  await seedSites(db, 1)
  await insertChanges(
    db,
    [179, 181, 400].map((days) => ({
      siteId: 1,
      source: 'site' as const,
      key: `log ${days}`,
      at: new Date(clock.now().getTime() - days * 86_400_000),
      type: 'post',
      action: 'published',
      item: '',
      description: '',
      user: '',
    })),
  )
  expect(await app.deleteOldRows()).toEqual({ site_changes: 2 })
  expect(await db.selectFrom('site_changes').select('key').execute()).toEqual([{ key: 'log 179' }])
})
