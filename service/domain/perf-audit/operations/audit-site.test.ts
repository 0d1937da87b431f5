import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const audit = (site: string | number, body?: object, headers?: Record<string, string>) =>
  fixture.rest(`POST /perf-audit/audit/${site}`, body, headers)

describe('POST /perf-audit/audit/{site}', () => {
  it('queues a job in the queue for heavy work', async () => {
    await seedSites(fixture.service.db, 1)
    expect((await audit('site-1.example')).body).toEqual({
      success: 1,
      message: 'Audit queued.',
      data: { queued: true, job_id: '1', status_url: expect.stringContaining('/api/v2/jobs/1'), sites_queued: 1 },
    })
    const { body } = await fixture.rest('GET /jobs/1')
    expect(body.data).toMatchObject({ type: 'audit', status: 'pending', total: 1, progress: 0 })
    const target = await fixture.service.db.selectFrom('job_targets').selectAll().executeTakeFirstOrThrow()
    expect(target.input).toEqual({ site_id_or_domain: 1, strategies: ['mobile', 'desktop'] })
    const { boss } = fixture.service.app.queue
    expect((await boss.fetch('lane-heavy', { batchSize: 10 })).map(({ data }) => data)).toEqual([{ job: 1, batch: 0 }])
  })

  it('rejects the sixth pending audit of one caller, but not of another caller', async () => {
    await seedSites(fixture.service.db, 1)
    const statuses: number[] = []
    for (let number = 0; number < 6; number++) statuses.push((await audit(1)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await audit(1)).toMatchObject({
      headers: { 'retry-after': '60' },
      body: { code: 'svc_rate_limited', message: expect.stringMatching(/^This caller has 5 open jobs of heavy work/) },
    })
    expect((await audit(1, {}, fixture.people.manager.headers)).status).toBe(200)
    await fixture.rest('POST /jobs/1/cancel')
    expect((await audit(1)).status).toBe(200)
  })

  it('accepts one strategy and lists the allowed ones', async () => {
    await seedSites(fixture.service.db, 1)
    await audit(1, { strategy: 'desktop' })
    const target = await fixture.service.db.selectFrom('job_targets').select('input').executeTakeFirstOrThrow()
    expect(target.input).toMatchObject({ strategies: ['desktop'] })
    const { status, body } = await audit(1, { strategy: 'watch' })
    expect([status, body.data.params.strategy]).toEqual([400, expect.stringContaining('mobile, desktop')])
  })

  it('rejects suspended and unknown sites, sites outside the limits of a key, and readers', async () => {
    await seedSites(fixture.service.db, 2, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
    const { keys, viewer } = fixture.people
    expect((await audit(2)).body).toMatchObject({ code: 'svc_site_suspended', data: { status: 409 } })
    expect((await audit(9)).body.code).toBe('svc_site_not_found')
    expect((await audit(2, {}, keys.limited.headers)).status).toBe(404)
    expect((await audit(1, {}, keys.read.headers)).status).toBe(403)
    expect((await audit(1, {}, viewer.headers)).status).toBe(403)
    expect((await audit(1, {}, keys.limited.headers)).status).toBe(200)
  })

  it('queues nothing in a dry run', async () => {
    await seedSites(fixture.service.db, 1)
    expect((await audit(1, { dry_run: true })).body.data).toMatchObject({ dry_run: true, site_id: 1, count: 1 })
    expect(await fixture.service.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})
