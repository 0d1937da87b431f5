import { expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { setUpAudits } from './testing/set-up-audits.ts'

const fixture = setUpAudits()
const days = (count: number) => fixture.service.clock.advance(count * 86_400_000)
const stored = async () =>
  (await fixture.service.db.selectFrom('perf_audits').select('performance').orderBy('id').execute()).map(
    (row) => row.performance,
  )

it('deletes audits after two years, but never the newest of a site', async () => {
  const { db, app } = fixture.service
  await seedSites(db, 2)
  await fixture.audited(1, 'mobile', 1)
  await fixture.audited(2, 'mobile', 2)
  days(300)
  await fixture.audited(1, 'mobile', 3)
  days(429)
  await app.deleteOldRows()
  expect(await stored()).toEqual([1, 2, 3])
  days(2)
  await app.deleteOldRows()
  expect(await stored()).toEqual([2, 3])
  days(3_000)
  await app.deleteOldRows()
  expect(await stored()).toEqual([2, 3])
})
