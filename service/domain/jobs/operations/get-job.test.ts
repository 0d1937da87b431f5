import { expect, it } from 'vitest'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()
const get = (url: string, headers = fixture.people.administrator.headers) =>
  fixture.service.request({ url: `/api/v2${url}`, headers })

it('returns progress, counts and errors', async () => {
  const job = await fixture.start([1, 2, 'nowhere.example'])
  await fixture.over(job)
  const { body } = await get(`/jobs/${job.id}`)
  expect(body.data).toMatchObject({
    job_id: String(job.id),
    type: 'suspend',
    status: 'completed',
    progress: 100,
    processed: 3,
    total: 3,
    succeeded: 2,
    failed: 1,
    started_by: 'flotilla',
    errors: [
      {
        identifier: 'nowhere.example',
        code: 'svc_site_not_found',
        message: expect.stringContaining('nowhere.example'),
      },
    ],
    status_url: expect.stringMatching(new RegExp(`/api/v2/jobs/${job.id}$`)),
  })
  expect(body.data.completed_at).toMatch(/^2026-11-15T09:00:00Z$/)
})

it('returns 404 for the job of another user, except to administrators', async () => {
  const { manager, administrator } = fixture.people
  const ofAdministrator = await fixture.start([1], { ...actorOf(administrator.id) })
  expect((await get(`/jobs/${ofAdministrator.id}`, manager.headers)).status).toBe(404)
  const ofManager = await fixture.start([1], { ...actorOf(manager.id), role: 'manager' })
  expect((await get(`/jobs/${ofManager.id}`)).status).toBe(200)
})

it.each(['abc', '0x1', '-1', '999999'])('job %s: returns a 4xx', async (id) => {
  const { status, body } = await get(`/jobs/${id}`)
  expect([400, 404]).toContain(status)
  expect(body.message).toMatch(/job/)
})

const actorOf = (userId: number) =>
  ({
    kind: 'user',
    name: 'x',
    userId,
    keyId: null,
    sessionId: null,
    role: 'administrator',
    scopes: ['read', 'write', 'delete'],
    limits: null,
    address: null,
  }) as const
