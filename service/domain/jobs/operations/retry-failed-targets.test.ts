import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()
const retry = (id: number) =>
  fixture.service.request({
    method: 'POST',
    url: `/api/v2/jobs/${id}/retry-failed`,
    headers: fixture.people.administrator.headers,
  })

it('runs only the failed targets again', async () => {
  const job = await fixture.start([1, 'late.example'])
  expect(await fixture.over(job)).toMatchObject({ succeeded: 1, failed: 1 })
  await seedSites(fixture.service.db, 1, { url: 'https://late.example/' })
  expect((await retry(job.id)).body.data).toMatchObject({ status: 'processing', failed: 0 })
  expect(await fixture.over(job)).toMatchObject({ status: 'completed', succeeded: 2, failed: 0 })
  const { body } = await fixture.service.request({
    url: `/api/v2/jobs/${job.id}/targets`,
    headers: fixture.people.administrator.headers,
  })
  expect(body.data.map((target: { attempts: number }) => target.attempts)).toEqual([1, 2])
})

it('returns 409 when nothing failed', async () => {
  const job = await fixture.start([1])
  await fixture.over(job)
  const { status, body } = await retry(job.id)
  expect([status, body.code]).toEqual([409, 'svc_nothing_to_retry'])
})
