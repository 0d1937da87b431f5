import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()

it('lists the outcome of each target, in order, by state and page', async () => {
  const job = await fixture.start([1, 'nowhere.example', 2])
  await fixture.over(job)
  const { headers } = fixture.people.administrator
  const all = await fixture.service.request({ url: `/api/v2/jobs/${job.id}/targets`, headers })
  expect(all.body.total).toBe(3)
  expect(all.body.data.map((target: { state: string }) => target.state)).toEqual(['succeeded', 'failed', 'succeeded'])
  expect(all.body.data[0]).toMatchObject({ site_id: 1, result: { suspended: true }, error: null, attempts: 1 })
  const failed = await fixture.service.request({ url: `/api/v2/jobs/${job.id}/targets?state=failed`, headers })
  expect(failed.body).toMatchObject({
    total: 1,
    data: [{ label: 'nowhere.example', error: { code: 'svc_site_not_found' } }],
  })
})
