import { expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability } = callers(fixture)

it('imports changes made through Flotilla into the change log every hour', async () => {
  const { db, app } = fixture.service
  await seedSites(db, 1)
  await ability('suspend-site', { site_id_or_domain: 1 })
  await app.run('record-own-changes', {})
  expect(await db.selectFrom('site_changes').select(['site_id', 'source', 'action']).execute()).toEqual([
    { site_id: 1, source: 'flotilla', action: 'suspend-site' },
  ])
  const schedule = features.find(({ name }) => name === 'activity')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toEqual([['record-own-changes', '41 * * * *']])
})
