import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { rawServer } from '../../../platform/outbound/testing/test-servers.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { chromiumRequirement, describeIf } from '../../../testing/requirements.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const allowed = '127.0.0.2'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, allowed)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://${allowed}:${(server.address() as AddressInfo).port}/`
}

describeIf(chromiumRequirement)('an audit job', () => {
  const resolver = async () => ['127.0.0.1']
  const fixture = setUpService({ works: true, allowNetworks: parseNetworks(`${allowed}/32`), outbound: { resolver } })
  const { rest } = callers(fixture)

  it('audits each page with Lighthouse, stores the result and rejects redirects to private addresses', async () => {
    const good = await serve((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Shop</title><h1>Shop</h1><img src="/a.png">'),
    )
    const secret = await rawServer(() => {}, '127.0.0.1')
    const location = `http://forbidden.test:${secret.port}/`
    const inside = await serve((_request, response) => response.writeHead(302, { location }).end())
    await seedSites(fixture.service.db, 2, (number) => ({ url: number === 1 ? good : inside }))
    const { body } = await rest('POST /perf-audit/audit', { strategy: 'mobile' })
    const job = () => rest(`GET /jobs/${body.data.job_id}`)
    await expect.poll(async () => (await job()).body.data.processed, { timeout: 280_000, interval: 200 }).toBe(2)
    expect((await job()).body.data).toMatchObject({
      status: 'completed',
      progress: 100,
      succeeded: 1,
      failed: 1,
      errors: [
        { site_id: 2, code: 'svc_audit_failed', message: expect.stringContaining('does not lead to a public address') },
      ],
    })
    expect((await rest('GET /perf-audit/results/1')).body.data).toMatchObject({
      mobile: {
        performance: expect.any(Number),
        accessibility: expect.any(Number),
        lcp_ms: expect.any(Number),
        ttfb_ms: expect.any(Number),
        final_url: good,
        findings: expect.arrayContaining([expect.objectContaining({ id: 'image-alt' })]),
      },
      mobile_failure: null,
      desktop: null,
    })
    expect((await rest('GET /perf-audit/results/2')).body.data).toMatchObject({
      status: 'failed',
      mobile: null,
      mobile_failure: { reason: expect.stringContaining('does not lead to a public address') },
    })
    expect(secret.connections).toEqual([])
  })
})
