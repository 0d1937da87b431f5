import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const suspend = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  ability('suspend-site', { site_id_or_domain, ...more }, headers)

it('suspends a site in any state, also twice', async () => {
  await seedSites(fixture.service.db, 2, (number) => (number === 2 ? { connection: 'disconnected' } : {}))
  for (const ref of [1, 1, 'site-2.example']) {
    const { status, body } = await suspend(ref)
    expect([status, body.suspended, body.status]).toEqual([200, true, 'suspended'])
  }
  expect((await suspend(1)).body).toEqual({
    suspended: true,
    site_id: 1,
    site_url: 'https://site-1.example/',
    site_name: 'Site 1',
    status: 'suspended',
  })
})

it('has priority over a suspension by the client', async () => {
  await seedSites(fixture.service.db, 1, { suspended_by: 'client' })
  await suspend(1)
  expect((await ability('get-site', { site_id_or_domain: 1 })).body.suspended_by).toBe('hand')
})

it('lists the affected sites in a dry run', async () => {
  await seedSites(fixture.service.db, 1)
  expect((await suspend(1, { dry_run: true })).body).toMatchObject({ site_id: 1, would_affect: [{ id: 1 }], count: 1 })
  await suspend(1)
  expect((await suspend(1, { dry_run: true })).body.count).toBe(0)
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await suspend(99)).body.code).toBe('svc_site_not_found')
  expect((await suspend(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await suspend(1, {}, fixture.people.keys.read.headers)).status).toBe(403)
})

it('responds over REST, in batches, and like the established product', async () => {
  await seedSites(fixture.service.db, 3)
  const { body } = await rest('POST /sites/1/suspend')
  expect(body).toMatchObject({ success: 1, message: 'Site suspended.', data: { site_id: 1 } })
  const batched = (await rest('POST /batch', { sites: { suspend: [2, 'site-3.example', 99] } })).body.sites.suspend
  expect(batched).toMatchObject([
    { id: 2, success: 1 },
    { id: 'site-3.example', success: 1 },
    { id: 99, success: 0, error: { code: 'svc_site_not_found' } },
  ])
  expect((await aliased('suspend-site', { site_id: 1 })).body).toMatchObject({ suspended: true, site: { id: 1 } })
})
