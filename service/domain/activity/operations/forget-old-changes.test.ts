import { expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { insertChanges } from '../change-store.ts'

const scene = setUpService()
const { ability } = callers(scene)
const day = 86_400_000

it('clears away what is too old, takes in what was done from here, and runs every hour', async () => {
  const { db, clock, app } = scene.service
  await seedSites(db, 1)
  await insertChanges(
    db,
    [179, 181, 400].map((days) => ({
      siteId: 1,
      source: 'site' as const,
      key: `log ${days}`,
      at: new Date(clock.now().getTime() - days * day),
      type: 'post',
      action: 'published',
      item: '',
      description: '',
      user: '',
    })),
  )
  await ability('suspend-site', { site_id_or_domain: 1 })
  const { output } = await app.run('forget-old-changes', {}, { confirmed: true })
  expect(output).toEqual({ forgotten: 2 })
  const left = await db.selectFrom('site_changes').select('key').orderBy('at').execute()
  expect(left.map(({ key }) => key)).toEqual(['log 179', expect.stringMatching(/^audit/)])
  const schedule = features.find(({ name }) => name === 'activity')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toEqual([['forget-old-changes', '41 * * * *']])
})
