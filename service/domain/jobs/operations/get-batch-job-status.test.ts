import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()

it('answers GET with brackets and POST, as clients send it', async () => {
  const job = await fixture.start([1, 2])
  await fixture.over(job)
  const url = '/api/v1/abilities/svc/get-batch-job-status-v1/run'
  const { headers } = fixture.people.administrator
  const byGet = await fixture.service.request({ url: `${url}?input[job_id]=${job.id}`, headers })
  const byPost = await fixture.service.request({
    method: 'POST',
    url,
    headers,
    payload: { input: { job_id: String(job.id) } },
  })
  expect(byGet.body).toMatchObject({ job_id: String(job.id), status: 'completed', total: 2, succeeded: 2, errors: [] })
  expect(byPost.body).toEqual(byGet.body)
})

it('returns the fields of the established product', async () => {
  const job = await fixture.start([1])
  await fixture.over(job)
  const { body } = await fixture.service.request({
    url: `/wp-json/wp-abilities/v1/abilities/mainwp/get-batch-job-status-v1/run?input[job_id]=${job.id}`,
    headers: fixture.people.administrator.headers,
  })
  expect(body).toMatchObject({ job_timed_out: false, status: 'completed' })
  expect(body.status_url).toContain('/wp-json/mainwp/v2/jobs/')
})
