import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../testing/callers.ts'
import { type People, seedPeople } from '../testing/people.ts'
import { seedSites } from '../testing/seed-sites.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { startInstallation } from './serve.ts'

const fixture = {} as { service: TestService; people: People }
const { rest } = callers(fixture)
beforeAll(async () => {
  fixture.service = await startTestService()
})
beforeEach(() => fixture.service.reset())
afterAll(() => fixture.service.close())

const start = () => startInstallation(fixture.service.app, { ADMIN_PASSWORD: 'a chosen password' })
const isMonitoring = () => fixture.service.app.context.settings.get('monitoring').svc_uptime_monitoring_active

describe('monitoring of all sites', () => {
  it('is on in a new installation', async () => {
    await start()
    expect(isMonitoring()).toBe(1)
    fixture.people = await seedPeople(fixture.service)
    await seedSites(fixture.service.db, 2)
    expect((await rest('GET /monitors/count?status=first')).body.total).toBe(2)
  })

  it('stays off in a new installation where it was switched off, at every further start', async () => {
    await start()
    fixture.people = await seedPeople(fixture.service)
    await rest('PUT /settings/monitoring/edit', { svc_uptime_monitoring_active: 0 })
    await start()
    expect(isMonitoring()).toBe(0)
  })

  it('stays off after an upgrade of an installation that has users and sites', async () => {
    fixture.people = await seedPeople(fixture.service)
    await seedSites(fixture.service.db, 2)
    await start()
    expect(isMonitoring()).toBe(0)
    expect((await rest('GET /monitors/count?status=paused')).body.total).toBe(2)
  })

  it('stays off after an import of sites', async () => {
    fixture.people = await seedPeople(fixture.service)
    await start()
    const rows = [{ url: 'https://one.example', admin: 'admin' }]
    expect((await rest('POST /sites/import', { rows, background: true })).body.success).toBe(1)
    await start()
    expect(isMonitoring()).toBe(0)
  })
})
