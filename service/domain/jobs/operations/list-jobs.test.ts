import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const scene = setUpServiceWithJobs()

it('lists newest first, filtered, with the real total', async () => {
  const jobs = [await scene.start([1]), await scene.start([2]), await scene.start([3])]
  for (const job of jobs) await scene.over(job)
  const { headers } = scene.people.administrator
  const { body, headers: answered } = await scene.service.request({
    url: '/api/v2/jobs?per_page=2&status=completed',
    headers,
  })
  expect(body).toMatchObject({ success: 1, total: 3, page: 1, per_page: 2, pages: 2 })
  expect(body.data.map((job: { job_id: string }) => job.job_id)).toEqual([String(jobs[2]!.id), String(jobs[1]!.id)])
  expect(answered['x-wp-total']).toBe('3')
  expect((await scene.service.request({ url: '/api/v2/jobs?status=pending', headers })).body).toMatchObject({
    total: 0,
    data: [],
  })
})

it('lists only the own jobs for other users', async () => {
  await scene.over(await scene.start([1]))
  const { body } = await scene.service.request({ url: '/api/v2/jobs', headers: scene.people.manager.headers })
  expect(body.total).toBe(0)
})
