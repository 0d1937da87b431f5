import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

describe('POST /perf-audit/audit', () => {
  const fixture = setUpAudits()
  const audit = async (body: object = {}, headers?: Record<string, string>) =>
    (await fixture.rest('POST /perf-audit/audit', body, headers)).body
  const targets = async () =>
    (await fixture.service.db.selectFrom('job_targets').select('site_id').orderBy('site_id').execute()).map(
      (row) => row.site_id,
    )

  it('queues all sites except suspended ones, one message each', async () => {
    await seedSites(fixture.service.db, 4, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
    expect((await audit()).data).toMatchObject({
      queued: true,
      job_id: '1',
      sites_queued: 3,
      sites_skipped: 1,
      errors: [],
    })
    expect(await targets()).toEqual([1, 3, 4])
    const messages = await fixture.service.app.queue.boss.fetch<{ batch: number }>('lane-heavy', { batchSize: 10 })
    expect(messages.map(({ data }) => data.batch).sort()).toEqual([0, 1, 2])
  })

  it('queues the given sites and reports unknown ones', async () => {
    await seedSites(fixture.service.db, 3)
    const { data } = await audit({ site_ids: [2, 99], strategy: 'mobile' })
    expect(data).toMatchObject({ sites_queued: 1, errors: [{ identifier: 99, code: 'svc_site_not_found' }] })
    expect(await targets()).toEqual([2])
  })

  it('creates no job when there is nothing to audit', async () => {
    expect((await audit()).data).toEqual({
      queued: false,
      job_id: null,
      status_url: null,
      sites_queued: 0,
      sites_skipped: 0,
      errors: [],
    })
  })

  it('queues only sites that the key may see', async () => {
    await seedSites(fixture.service.db, 3)
    expect((await audit({}, fixture.people.keys.limited.headers)).data.sites_queued).toBe(1)
    expect(await targets()).toEqual([1])
  })

  it('answers 501 while the module is off', async () => {
    await fixture.rest('PUT /modules/perf-audit', { active: false })
    expect(await audit()).toMatchObject({ success: 0, code: 'svc_module_not_available', data: { status: 501 } })
  })
})

describe('without Lighthouse', () => {
  const fixture = setUpService({ browser: { lighthouse: new URL('file:///nowhere/package.json') } })
  const { rest } = callers(fixture)

  it('returns 503 with the command that installs it', async () => {
    await seedSites(fixture.service.db, 1)
    for (const address of ['POST /perf-audit/audit', 'POST /perf-audit/audit/1']) {
      const { status, body } = await rest(address, {})
      expect([status, body.code]).toEqual([503, 'svc_browser_missing'])
      expect(body.message).toContain('npm run install-lighthouse')
    }
    expect(await fixture.service.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})

describe('without Chromium', () => {
  const fixture = setUpService({ browser: { program: '/nowhere/chromium' } })
  const { rest } = callers(fixture)

  it('returns 503 with install instructions; stored audits can still be read', async () => {
    await seedSites(fixture.service.db, 1)
    for (const address of ['POST /perf-audit/audit', 'POST /perf-audit/audit/1']) {
      const { status, body } = await rest(address, {})
      expect([status, body.code]).toEqual([503, 'svc_browser_missing'])
      expect(body.message).toMatch(/CHROMIUM_PATH.*install/)
    }
    expect((await rest('GET /perf-audit/results/1')).status).toBe(200)
    expect(await fixture.service.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('the schedule queues nothing and does not fail', async () => {
    await seedSites(fixture.service.db, 1)
    const run = async () => (await fixture.service.app.run('audit-due-sites', {})).output
    await run()
    fixture.service.clock.advance(14 * 86_400_000)
    expect(await run()).toEqual({ queued: 0, job_id: null })
  })
})
