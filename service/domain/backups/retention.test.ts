import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { insertBackups } from './backup-store.ts'

const fixture = setUpService()

it('deletes dates older than 800 days', async () => {
  const { db, clock, app } = fixture.service
  await seedSites(db, 1)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const notedAt = clock.now()
  await insertBackups(db, [
    { siteId: 1, at: daysAgo(801), notedAt },
    { siteId: 1, at: daysAgo(799), notedAt },
  ])
  expect(await app.deleteOldRows()).toEqual({ site_backups: 1 })
  expect(await db.selectFrom('site_backups').select('at').execute()).toEqual([{ at: daysAgo(799) }])
})
