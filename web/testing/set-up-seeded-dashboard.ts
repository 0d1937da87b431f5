import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { chromiumPath } from '../../service/testing/requirements.ts'
import { type SeededService, startSeededService } from '../../service/testing/seeded-service.ts'
import { builtPage } from './built-page.ts'

export type SeededDashboard = SeededService & { address: string }

/** For the top of a test file that only reads: the service and the built dashboard with the demo data. */
export function setUpSeededDashboard({ sites = 5 } = {}): SeededDashboard {
  const fixture = {} as SeededDashboard
  beforeAll(async () => {
    if (!chromiumPath) return
    const [seeded] = await Promise.all([startSeededService(sites), builtPage()])
    Object.assign(fixture, seeded)
    const { server } = seeded.service.app
    await server.listen({ host: '127.0.0.1', port: 0 })
    fixture.address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterAll(() => fixture.close?.())
  return fixture
}
