import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const suspend = (site_ids_or_domains: unknown, more: object = {}, headers?: Record<string, string>) =>
  ability('suspend-sites', { site_ids_or_domains, ...more }, headers)
const suspendedIds = async () => {
  const rows = await fixture.service.db
    .selectFrom('sites')
    .select('id')
    .where('status', '=', 'suspended')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

it('suspends each site once, and reports unknown references as the caller wrote them', async () => {
  await seedSites(fixture.service.db, 4)
  const { status, body } = await suspend([2, 'site-2.example', '2', 1, 99, 'Nowhere.Example'])
  expect(status).toBe(200)
  expect(body).toEqual({
    suspended: [
      { id: 2, url: 'https://site-2.example/', name: 'Site 2' },
      { id: 1, url: 'https://site-1.example/', name: 'Site 1' },
    ],
    errors: [
      { identifier: 99, code: 'svc_site_not_found', message: expect.stringContaining('99') },
      { identifier: 'Nowhere.Example', code: 'svc_site_not_found', message: expect.any(String) },
    ],
    total_suspended: 2,
    total_errors: 2,
  })
  expect(await suspendedIds()).toEqual([1, 2])
})

it('never becomes a job', async () => {
  const ids = (await seedSites(fixture.service.db, 300)).map(({ id }) => id)
  expect((await suspend(ids)).body.total_suspended).toBe(300)
  expect(await fixture.service.db.selectFrom('jobs').select('id').execute()).toEqual([])
})

it('refuses an empty list and a text', async () => {
  await seedSites(fixture.service.db, 3)
  for (const given of [[], '', undefined, null]) expect((await suspend(given)).status).toBe(400)
  expect(await suspendedIds()).toEqual([])
  expect((await suspend('1')).body.total_suspended).toBe(1)
  expect(await suspendedIds()).toEqual([1])
})

it('returns 200 even if no site is found', async () => {
  expect((await suspend([99])).body).toMatchObject({ suspended: [], total_suspended: 0, total_errors: 1 })
})

it('lists the affected sites in a dry run', async () => {
  await seedSites(fixture.service.db, 3, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
  const { body } = await suspend([1, 2, 99], { dry_run: true })
  expect(body).toMatchObject({ dry_run: true, would_affect: [{ id: 1 }], count: 1 })
  expect(body.warnings).toEqual([expect.stringContaining('99')])
  expect(await suspendedIds()).toEqual([2])
})

it('changes nothing beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  const { body } = await suspend([1, 2], {}, fixture.people.keys.limited.headers)
  expect(body).toMatchObject({ suspended: [{ id: 1 }], errors: [{ identifier: 2, code: 'svc_site_not_found' }] })
})

it('accepts include and exclude over REST', async () => {
  await seedSites(fixture.service.db, 3)
  const { body } = await rest('POST /sites/suspend', { include: '1,2,3', exclude: ['site-2.example'] })
  expect(body).toMatchObject({ success: 1, data: { total_suspended: 2 } })
  expect(await suspendedIds()).toEqual([1, 3])
})
