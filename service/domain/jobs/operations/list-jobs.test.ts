import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()

it('lists newest first, filtered, with the real total', async () => {
  const jobs = [await fixture.start([1]), await fixture.start([2]), await fixture.start([3])]
  for (const job of jobs) await fixture.over(job)
  const { headers } = fixture.people.administrator
  const { body, headers: answered } = await fixture.service.request({
    url: '/api/v2/jobs?per_page=2&status=completed',
    headers,
  })
  expect(body).toMatchObject({ success: 1, total: 3, page: 1, per_page: 2, pages: 2 })
  expect(body.data.map((job: { job_id: string }) => job.job_id)).toEqual([String(jobs[2]!.id), String(jobs[1]!.id)])
  expect(answered['x-wp-total']).toBe('3')
  for (const { job_id, status_url } of body.data)
    expect(status_url).toMatch(new RegExp(`^http://.+/api/v2/jobs/${job_id}$`))
  expect((await fixture.service.request({ url: '/api/v2/jobs?status=pending', headers })).body).toMatchObject({
    total: 0,
    data: [],
  })
})

it('lists only the own jobs for other users', async () => {
  await fixture.over(await fixture.start([1]))
  const { body } = await fixture.service.request({ url: '/api/v2/jobs', headers: fixture.people.manager.headers })
  expect(body.total).toBe(0)
})
