import { beforeEach, expect, it } from 'vitest'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { ingestBackups } from './ingest-backups.ts'

const scene = setUpService()
beforeEach(() => seedSites(scene.service.db, 1))

const tell = (lastBackupAt: Date | null | undefined) =>
  ingestBackups(scene.service.db, [
    { siteId: 1, snapshot: { takenAt: scene.service.clock.now(), lastBackupAt } as SiteSnapshot },
  ])
const known = async () =>
  (await scene.service.db.selectFrom('site_backups').select('at').orderBy('at').execute()).map(({ at }) =>
    at.toISOString(),
  )

it('each backup is noted once, however often a site tells of it', async () => {
  const [first, second] = [new Date('2026-11-01T03:00:00Z'), new Date('2026-11-02T03:00:00Z')]
  await tell(first)
  await tell(first)
  await tell(second)
  expect(await known()).toEqual([first.toISOString(), second.toISOString()])
})

it('no backup, an unknown one and one in the future are none', async () => {
  await tell(null)
  await tell(undefined)
  await tell(new Date('2027-01-01T00:00:00Z'))
  expect(await known()).toEqual([])
})
