import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { seedUpdates } from '../testing/seed-updates.ts'

/** No worker runs, so jobs stay queued. */
const fixture = setUpServiceWithSites()

it('update-all has its own shape with more than 200 sites: those that still run are errors, the job is beside', async () => {
  const { db } = fixture.service
  const sites = await seedSites(db, 201)
  await seedUpdates(
    db,
    sites.map(({ id }) => ({ site_id: id, slug: 'forms/forms.php' })),
  )
  const response = fixture.ability('update-all', {})
  await fixture.passTime([response])
  const { errors, ...rest } = (await response).body
  expect(rest).toEqual({
    updated: { core: 0, plugins: 0, themes: 0, translations: 0 },
    items: [],
    summary: { total_updated: 0, total_errors: 201, sites_updated: 0 },
    sites: [],
    job_id: '1',
    status_url: expect.stringMatching(/^http:\/\/.+\/api\/v2\/jobs\/1$/),
  })
  expect(errors).toHaveLength(201)
  expect(errors[0]).toMatchObject({ site_id: 1, type: 'site', code: 'svc_still_running', job_id: '1' })
  const { input } = await db.selectFrom('job_targets').select('input').limit(1).executeTakeFirstOrThrow()
  expect(Object.keys(input), 'what a worker of 0.2.0 knows').toEqual(['run', 'slugs', 'types', 'site_id_or_domain'])
})
