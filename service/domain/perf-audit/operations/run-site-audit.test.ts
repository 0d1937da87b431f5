import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

describe('an audit job when Chromium does not start', () => {
  const fixture = setUpService({ works: true, browser: { program: '/bin/false' } })
  const { rest } = callers(fixture)

  it('reports an error per site and records no page failure', async () => {
    await seedSites(fixture.service.db, 2)
    await rest('POST /perf-audit/audit', {})
    const job = async () => (await rest('GET /jobs/1')).body.data
    await expect.poll(async () => (await job()).status).toBe('completed')
    expect((await job()).errors).toMatchObject([{ code: 'svc_browser_failed' }, { code: 'svc_browser_failed' }])
    expect((await rest('GET /perf-audit/results/1')).body.data).toMatchObject({
      status: 'unaudited',
      mobile_failure: null,
    })
  })
})
