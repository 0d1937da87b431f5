import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { countDueSites, type SiteSchedule, scheduleSites, takeDueSites } from './site-schedule-store.ts'

const fixture = setUpService()
const hour = 3_600_000
const daily: SiteSchedule = { kind: 'certificate', periodSeconds: 86_400, firstRun: 'now', sites: 'all' }
const take = async (schedule: SiteSchedule, limit = 1_000) => {
  const { db, clock } = fixture.service
  const due = await db.transaction().execute((trx) => takeDueSites(trx, schedule, { now: clock.now(), limit }))
  return due.map(({ id }) => id)
}
const count = (schedule: SiteSchedule) => countDueSites(fixture.service.db, schedule, fixture.service.clock.now())

describe('takeDueSites', () => {
  it('returns a new site at once, or at its own time in the period', async () => {
    await seedSites(fixture.service.db, 3)
    const later: SiteSchedule = { ...daily, kind: 'audit', firstRun: 'own-time' }
    expect([await count(daily), await count(later)]).toEqual([3, 0])
    expect([await take(daily), await take(later)]).toEqual([[1, 2, 3], []])
    fixture.service.clock.advance(24 * hour)
    expect([await count(daily), await count(later)]).toEqual([3, 3])
    expect(await take(later)).toEqual([1, 2, 3])
  })

  it('returns every site once per period, spread evenly', async () => {
    await seedSites(fixture.service.db, 240)
    await take(daily)
    for (const _ of [1, 2]) {
      const perHour: number[][] = []
      for (let passed = 0; passed < 24; passed++) {
        fixture.service.clock.advance(hour)
        perHour.push(await take(daily))
      }
      expect(perHour.flat().toSorted((one, other) => one - other)).toEqual(Array.from({ length: 240 }, (_, i) => i + 1))
      expect(Math.max(...perHour.map((ids) => ids.length))).toBeLessThanOrEqual(13)
      expect(Math.min(...perHour.map((ids) => ids.length))).toBeGreaterThanOrEqual(7)
    }
  })

  it('takes the longest overdue sites first, up to the limit', async () => {
    const { db, clock } = fixture.service
    await seedSites(db, 3)
    for (const id of [1, 2, 3])
      await scheduleSites(db, 'certificate', [id], new Date(clock.now().getTime() - id * hour))
    expect(await take(daily, 2)).toEqual([2, 3])
    expect(await take(daily, 2)).toEqual([1])
  })

  it('leaves out suspended sites and, if requested, sites that are not connected', async () => {
    await seedSites(fixture.service.db, 3, (number) =>
      number === 1 ? { suspended_by: 'hand' } : number === 2 ? { connection: 'disconnected' } : {},
    )
    const connected: SiteSchedule = { ...daily, kind: 'icon', sites: 'connected' }
    expect([await count(daily), await count(connected)]).toEqual([2, 1])
    expect([await take(daily), await take(connected)]).toEqual([[2, 3], [3]])
  })

  it('gives concurrent callers different sites', async () => {
    await seedSites(fixture.service.db, 60)
    const taken = await Promise.all([take(daily, 20), take(daily, 20), take(daily, 20)])
    expect(new Set(taken.flat()).size).toBe(taken.flat().length)
  })

  it('schedules each kind of work separately', async () => {
    await seedSites(fixture.service.db, 2)
    expect(await take(daily)).toEqual([1, 2])
    expect(await take({ ...daily, kind: 'sync' })).toEqual([1, 2])
    expect(await take(daily)).toEqual([])
  })
})

it('scheduleSites sets the next run of a site with or without a schedule', async () => {
  const { db, clock } = fixture.service
  await seedSites(db, 2)
  await scheduleSites(db, 'certificate', [1, 99], new Date(clock.now().getTime() + hour))
  expect(await take(daily)).toEqual([2])
  await scheduleSites(db, 'certificate', [2], clock.now())
  expect(await take(daily)).toEqual([2])
  clock.advance(hour)
  expect(await take(daily)).toContain(1)
})
