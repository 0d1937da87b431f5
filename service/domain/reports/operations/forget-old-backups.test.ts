import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { noteBackups } from '../care-store.ts'

const scene = setUpService()

it('forgets what is older than any report can ask for', async () => {
  const { db, clock, app } = scene.service
  await seedSites(db, 1)
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  await noteBackups(db, [{ siteId: 1, at: before(801), notedAt: clock.now() }])
  await noteBackups(db, [{ siteId: 1, at: before(799), notedAt: clock.now() }])
  expect((await app.run('forget-old-backups', {})).output).toEqual({ forgotten: 1 })
  expect(await db.selectFrom('site_backups').select('at').execute()).toEqual([{ at: before(799) }])
})
