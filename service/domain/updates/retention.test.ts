import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('update_history_retention_days: deletes older results, by default after three years', async () => {
  const { db, clock, app } = fixture.service
  const ages = [10, 100, 1094, 1096]
  await db
    .insertInto('update_history')
    .values(
      ages.map((days) => ({
        run: `00000000-0000-4000-8000-00000000${String(days).padStart(4, '0')}`,
        site_id: null,
        site_url: '',
        site_name: '',
        user_name: 'ada',
        type: 'plugin' as const,
        slug: 'a',
        name: 'A',
        from_version: '1',
        to_version: '2',
        begun_at: new Date(clock.now().getTime() - days * 86_400_000),
      })),
    )
    .execute()
  await db
    .insertInto('automatic_update_runs')
    .values(
      ages.map((days) => {
        const at = new Date(clock.now().getTime() - days * 86_400_000)
        return { slot_at: at, started_at: at, job_id: null, sites: 1 }
      }),
    )
    .execute()
  expect(await app.deleteOldRows()).toEqual({ update_history: 1, automatic_update_runs: 1 })
  await rest('PUT /settings/advanced/edit', { update_history_retention_days: 0 })
  expect(await app.deleteOldRows()).toEqual({})
  await rest('PUT /settings/advanced/edit', { update_history_retention_days: 90 })
  expect(await app.deleteOldRows()).toEqual({ update_history: 2, automatic_update_runs: 2 })
})
