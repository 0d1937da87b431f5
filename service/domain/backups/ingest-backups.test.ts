import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { ingestBackups } from './ingest-backups.ts'

const fixture = setUpService()
beforeEach(() => seedSites(fixture.service.db, 1))

const ingest = (lastBackupAt: Date | null | undefined) =>
  ingestBackups(fixture.service.db, [
    { siteId: 1, snapshot: { takenAt: fixture.service.clock.now(), lastBackupAt } as SiteSnapshot },
  ])
const storedDates = async () =>
  (await fixture.service.db.selectFrom('site_backups').select('at').orderBy('at').execute()).map(({ at }) =>
    at.toISOString(),
  )

describe('the last backup that a site reports', () => {
  it('is stored once, although the site reports it repeatedly', async () => {
    const [first, second] = [new Date('2026-11-01T03:00:00Z'), new Date('2026-11-02T03:00:00Z')]
    await ingest(first)
    await ingest(first)
    await ingest(second)
    expect(await storedDates()).toEqual([first.toISOString(), second.toISOString()])
  })

  it('is ignored when it is missing, unknown or in the future', async () => {
    await ingest(null)
    await ingest(undefined)
    await ingest(new Date('2027-01-01T00:00:00Z'))
    expect(await storedDates()).toEqual([])
  })
})
