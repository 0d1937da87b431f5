import { beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })
let children: { child: Site; id: number }[]
beforeEach(async () => {
  children = [await fixture.connected(), await fixture.connected()]
})

const start = (tool: string) => fixture.rest(`POST /settings/tools/${tool}`)
const pathOf = (statusUrl: string) => new URL(statusUrl).pathname
/** Polls until the job has ended. */
async function over(statusUrl: string) {
  const read = () => fixture.service.request({ url: pathOf(statusUrl), headers: fixture.people.administrator.headers })
  await expect.poll(async () => (await read()).body.status).toBe('completed')
  return (await read()).body
}

describe.each([
  ['destroy-sessions', 'destroy_id'],
  ['renew-connections', 'renew_id'],
  ['disconnect-all-sites', 'disconnect_id'],
])('%s', (tool, id) => {
  it('starts a job for all sites and returns the address of its status', async () => {
    const { status, body } = await start(tool)
    expect([status, body]).toEqual([
      200,
      {
        success: 1,
        message: expect.any(String),
        [id]: expect.stringMatching(/^\d+$/),
        status_url: `http://localhost/api/v2/settings/tools/${tool}-status/${body[id]}`,
        data: { [id]: body[id], job_id: body[id], total: 2 },
      },
    ])
    const done = await over(body.status_url)
    const report = {
      job_id: body[id],
      status: 'completed',
      outcome: 'succeeded',
      total: 2,
      processed: 2,
      failed: 0,
      partial: 0,
      progress: 100,
      errors: [],
      started_at: expect.stringMatching(/Z$/),
      completed_at: expect.stringMatching(/Z$/),
    }
    expect(done).toEqual({ success: 1, message: expect.any(String), ...report, data: report })
  })

  it('starts a job without targets when there are no sites', async () => {
    for (const { id: site } of children) await fixture.rest(`DELETE /sites/${site}/remove`)
    const { body } = await start(tool)
    expect(await over(body.status_url)).toMatchObject({ total: 0, progress: 100, errors: [] })
  })

  it('lists the sites in a dry run and starts nothing', async () => {
    const { body } = await fixture.rest(`POST /settings/tools/${tool}`, { dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, count: 2 })
    expect((await fixture.rest('GET /jobs')).body.total).toBe(0)
  })

  it('returns 404 for jobs of another kind', async () => {
    const others = { 'destroy-sessions': 'renew-connections' }[tool] ?? 'destroy-sessions'
    const { body } = await start(others)
    await over(body.status_url)
    for (const job of [body.data.job_id, '999999']) {
      const answer = await fixture.rest(`GET /settings/tools/${tool}-status/${job}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'svc_job_not_found'])
    }
  })

  it('is for administrators', async () => {
    const { headers } = fixture.people.manager
    expect((await fixture.rest(`POST /settings/tools/${tool}`, {}, headers)).status).toBe(403)
    expect((await fixture.rest(`GET /settings/tools/${tool}-status/1`, undefined, headers)).status).toBe(403)
  })
})

describe('the sites', () => {
  it('end all sessions; a failure is reported and does not stop the others', async () => {
    const [good, bad] = children as [(typeof children)[0], (typeof children)[0]]
    good.child.byHand.logIn('admin')
    bad.child.setFault('http-500', { on: 'settings_tools' })
    const done = await over((await start('destroy-sessions')).body.status_url)
    expect(good.child.sessions.count).toBe(0)
    expect(done).toMatchObject({
      processed: 2,
      failed: 1,
      errors: [
        { site_id: bad.id, site_url: bad.child.url, code: expect.stringMatching(/^svc_/), error: expect.any(String) },
      ],
    })
  })

  it('get a new key and refuse the old one', async () => {
    const before = children.map(({ child }) => child.connectedKey)
    await over((await start('renew-connections')).body.status_url)
    for (const [index, { child, id }] of children.entries()) {
      expect(child.connectedKey).not.toEqual(before[index])
      expect((await fixture.rest(`POST /sites/${id}/check`)).body.success).toBe(1)
    }
  })

  it('delete the connection; those that do not answer are disconnected in Flotilla only', async () => {
    const [good, bad] = children as [(typeof children)[0], (typeof children)[0]]
    bad.child.setFault('http-500', { on: 'disconnect' })
    await over((await start('disconnect-all-sites')).body.status_url)
    expect(good.child.connection).toBeFalsy()
    expect(bad.child.connection).toBeTruthy()
    for (const { id } of children)
      expect((await fixture.rest(`GET /sites/${id}`)).body.data.status).toBe('disconnected')
  })
})
