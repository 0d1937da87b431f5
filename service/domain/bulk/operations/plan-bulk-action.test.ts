import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const plan = (input: object, headers?: Record<string, string>) => rest('POST /bulk/plans', input, headers)

it('stores the sites that match a filter, and explains what it leaves out', async () => {
  await ability('add-tag', { name: 'Shops' })
  await seedSites(fixture.service.db, 6, (number) => ({ suspended_by: number === 2 ? 'hand' : 'none' }))
  await seedSiteTags(fixture.service.db, 1, [1, 2, 3])
  const { status, body } = await plan({ action: 'suspend', filter: { tag_ids: [1], exclude: [3] } })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    plan_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    count: 1,
    sites: [{ id: 1 }],
    left_out_count: 1,
    left_out: [{ site_id: 2, code: 'svc_nothing_to_do', message: expect.stringContaining('already suspended') }],
    needs_confirmation: false,
  })
  const rows = await fixture.service.db.selectFrom('bulk_plans').selectAll().execute()
  expect(rows).toMatchObject([{ action: 'suspend', site_ids: [1], job_id: null }])
})

it.each([
  [{}, /send a filter/],
  [{ filter: {} }, /is empty/],
  [{ filter: { status: 'any', search: '' } }, /is empty/],
  [{ filter: { colour: 1 } }, /colour/],
  [{ filter: { software: { slug: 'a/a.php' } } }, /type/],
  [{ filter: { search: 'a' }, site_ids_or_domains: [1] }, /only one/],
  [{ all_sites: true, site_ids_or_domains: [1] }, /only one/],
  [{ all_sites: true, filter: { search: 'a' } }, /only one/],
  [{ all_sites: true, options: { colour: 1 } }, /options\.colour/],
])('refuses %j', async (choice, sentence) => {
  await seedSites(fixture.service.db, 1)
  const { status, body } = await plan({ action: 'suspend', ...choice })
  expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
  expect(body.message).toMatch(sentence)
  expect(await fixture.service.db.selectFrom('bulk_plans').select('id').execute()).toEqual([])
})

it('refuses options that name nothing, and an unknown client', async () => {
  await seedSites(fixture.service.db, 1)
  const options = { 'change-tags': {}, 'change-monitor-settings': {}, 'assign-client': { client_id: 9 } }
  for (const [action, given] of Object.entries(options))
    expect((await plan({ action, options: given, all_sites: true })).status, action).toBe(400)
})

it('sees only the sites of a limited key', async () => {
  await seedSites(fixture.service.db, 3)
  const { headers } = fixture.people.keys.limited
  expect((await plan({ action: 'check', all_sites: true }, headers)).body.data).toMatchObject({ count: 1 })
  const named = await plan({ action: 'check', site_ids_or_domains: [1, 2] }, headers)
  expect(named.body.data).toMatchObject({ count: 1, warnings: [expect.stringContaining('2')] })
})

it('needs the permission and the scope of the operation of the action', async () => {
  await seedSites(fixture.service.db, 1)
  const { viewer, keys } = fixture.people
  const statuses = async (action: string) => [
    (await plan({ action, all_sites: true }, viewer.headers)).status,
    (await plan({ action, all_sites: true }, keys.read.headers)).status,
    (await plan({ action, all_sites: true }, keys.write.headers)).status,
  ]
  expect(await statuses('check')).toEqual([403, 403, 200])
  expect(await statuses('delete')).toEqual([403, 403, 403])
})

it('counts sites with a plugin as the plugin page does', async () => {
  const { db } = fixture.service
  await seedSites(db, 3)
  const item = {
    kind: 'plugin' as const,
    slug: 'slider/slider.php',
    name: 'Slider',
    version: '1.0',
    last_updated: null,
  }
  await db
    .insertInto('site_software')
    .values([
      { ...item, site_id: 1, active: true },
      { ...item, site_id: 2, active: false },
      { ...item, site_id: 3, active: true, version: '2.0' },
    ])
    .execute()
  const software = { type: 'plugin', slug: 'slider/slider.php' }
  const deactivate = async (more: object) =>
    (
      await plan({
        action: 'deactivate-plugins',
        options: { slugs: [software.slug] },
        filter: { software: { ...software, ...more } },
      })
    ).body.data
  expect(await deactivate({})).toMatchObject({ count: 2, left_out: [{ site_id: 2, code: 'svc_nothing_to_do' }] })
  expect(await deactivate({ version: '2.0' })).toMatchObject({ count: 1, sites: [{ id: 3 }], left_out: [] })
  expect(await deactivate({ active: false })).toMatchObject({ count: 0, left_out_count: 1 })
})

it('keeps the newest 20 plans of a caller', async () => {
  await seedSites(fixture.service.db, 1)
  await plan({ action: 'check', all_sites: true }, fixture.people.manager.headers)
  for (let number = 0; number < 22; number++) {
    await plan({ action: 'check', all_sites: true })
    fixture.service.clock.advance(1_000)
  }
  const rows = await fixture.service.db.selectFrom('bulk_plans').select('owner').execute()
  expect(rows.length).toBe(21)
})

it('stores nothing in a dry run', async () => {
  await seedSites(fixture.service.db, 2)
  const { body } = await plan({ action: 'delete', all_sites: true, dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, count: 2 })
  expect(await fixture.service.db.selectFrom('bulk_plans').select('id').execute()).toEqual([])
})
