import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedUpdates } from '../testing/seed-updates.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 3, works: true })
const { ability, aliased, rest } = fixture
const run = (input: object = {}) => ability('run-updates', input)
const sentCalls = () => fixture.sites.map((site) => fixture.sentCalls(site))
const plugins = 'upgradeplugintheme forms/forms.php,shop/shop.php'

describe('up to 200 sites', () => {
  it('installs all pending updates on all sites, with results per item', async () => {
    const { status, body } = await run()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      queued: false,
      errors: [],
      summary: { total_updated: 15, total_errors: 0, sites_updated: 3 },
    })
    expect(body.updated).toHaveLength(15)
    expect(body.updated[1]).toMatchObject({ site_id: 1, type: 'plugin', old_version: '1.0', new_version: '1.1' })
    expect(body.sites).toMatchObject([{ site_id: 1, health: 'ok' }, { site_id: 2 }, { site_id: 3 }])
    expect(sentCalls().map((calls) => calls.length)).toEqual([4, 4, 4])
    expect((await run()).body).toMatchObject({ updated: [], errors: [], summary: { total_updated: 0 } })
  })

  it('can be filtered by site, type and item', async () => {
    const { url } = fixture.sites[1]!
    await run({ site_ids_or_domains: [url, 2], types: ['plugins', 'themes'] })
    expect(sentCalls()).toEqual([[], [plugins, 'upgradeplugintheme harbour'], []])
    const { body } = await run({ specific_items: ['shop/shop.php', 'wordpress', 'no/no.php'] })
    expect(body.summary).toEqual({ total_updated: 5, total_errors: 1, sites_updated: 3 })
    expect(body.errors).toMatchObject([{ slug: 'no/no.php', code: 'svc_nothing_to_update' }])
    expect(sentCalls()[0]).toEqual(['upgrade', 'upgradeplugintheme shop/shop.php'])
  })

  it('reports skipped and failed sites beside the updated ones, with the identifiers of the caller', async () => {
    const { db } = fixture.service
    await db.updateTable('sites').set({ suspended_by: 'client' }).where('id', '=', 2).execute()
    await db.updateTable('sites').set({ connection: 'disconnected' }).where('id', '=', 3).execute()
    fixture.site.onUpdate('forms/forms.php', 'rollback')
    const { body } = await run({ site_ids_or_domains: [1, 2, fixture.sites[2]!.url, 99], types: ['plugins'] })
    expect(body.summary).toEqual({ total_updated: 1, total_errors: 4, sites_updated: 1 })
    expect(body.errors).toMatchObject([
      { identifier: 99, code: 'svc_site_not_found' },
      { identifier: 2, site_id: 2, type: 'site', code: 'svc_site_suspended' },
      { identifier: fixture.sites[2]!.url, site_id: 3, code: 'svc_site_disconnected' },
      { identifier: 'forms/forms.php', site_id: 1, type: 'plugin', code: 'svc_rolled_back', result: 'rolled_back' },
    ])
    expect(sentCalls()).toEqual([[plugins], [], []])
  })

  it('reports the other sites when one fails as a whole', async () => {
    fixture.sites[1]!.setFault('refuse', { on: '*' })
    const { body } = await run({ types: ['themes'] })
    expect(body.updated.map(({ site_id }: { site_id: number }) => site_id)).toEqual([1, 3])
    expect(body.errors).toMatchObject([{ site_id: 2, type: 'site', code: 'svc_connection_failed' }])
  })

  it('leaves out ignored updates', async () => {
    await rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    await ability('ignore-site-core', { site_id_or_domain: 1, action: 'add' })
    await run({ types: ['core', 'plugins'] })
    const shop = 'upgradeplugintheme shop/shop.php'
    expect(sentCalls()).toEqual([[shop], ['upgrade', shop], ['upgrade', shop]])
    expect((await run({ specific_items: ['forms/forms.php'] })).body.updated).toEqual([])
  })

  it('treats an empty list as all sites that the caller may see', async () => {
    const { body } = await ability('run-updates', { types: ['themes'] }, fixture.people.keys.limited.headers)
    expect(body.updated.map(({ site_id }: { site_id: number }) => site_id)).toEqual([1])
    expect((await run({ site_ids_or_domains: 'all sites' })).body.updated ?? []).toEqual([])
  })

  it('is available over REST too', async () => {
    const { body } = await rest('POST /updates/run', { include: '1,3', slug: 'harbour' })
    expect(body).toMatchObject({ success: 1, data: { queued: false, summary: { sites_updated: 2 } } })
  })
})

it('queues more than 200 sites, and the job has the result of each', async () => {
  const { db } = fixture.service
  const more = await seedSites(db, 198, (number) => ({ url: `https://queued-${number}.example/` }))
  await seedUpdates(
    db,
    more.map(({ id }) => ({ site_id: id, type: 'theme' as const, slug: 'harbour' })),
  )
  await db.updateTable('sites').set({ url: 'http://10.0.0.1/' }).where('id', '>', 3).execute()
  const { body } = await aliased('run-updates', { types: ['themes'], site_ids_or_domains: [] })
  expect(body).toMatchObject({ queued: true, sites_queued: 201, updates_queued: 201, errors: [] })
  expect(body.status_url).toMatch(new RegExp(`/jobs/${body.job_id}$`))
  const report = () => rest(`GET /jobs/${body.job_id}`).then((answer) => answer.body.data)
  await expect.poll(async () => (await report()).status).toBe('completed')
  expect(await report()).toMatchObject({ type: 'update', total: 201, succeeded: 3, failed: 198 })
  expect(sentCalls()).toEqual(Array(3).fill(['upgradeplugintheme harbour']))
  const { body: history } = await rest(`GET /updates/history?job_id=${body.job_id}&result=updated`)
  expect(history.total).toBe(3)
})

it('returns the job at once with background, even for a few sites, with the skipped sites as errors', async () => {
  const { body } = await run({ types: ['themes'], site_ids_or_domains: [1, 99], background: true })
  expect(body).toMatchObject({ queued: true, sites_queued: 1, errors: [{ identifier: 99 }] })
  const report = () => rest(`GET /jobs/${body.job_id}`).then((answer) => answer.body.data)
  await expect.poll(async () => (await report()).status).toBe('completed')
  expect(sentCalls()).toEqual([['upgradeplugintheme harbour'], [], []])
  const nothing = await run({ types: ['themes'], site_ids_or_domains: [1], background: true })
  expect(nothing.body, 'no job without a site').toMatchObject({ queued: false, updated: [] })
})

it('lists in a dry run exactly what would be installed, and calls no site', async () => {
  await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '=', 2).execute()
  const { body } = await run({ dry_run: true, types: ['plugins'], specific_items: ['shop/shop.php'] })
  const item = {
    type: 'plugin',
    slug: 'shop/shop.php',
    name: 'Shop',
    old_version: '1.0.1',
    new_version: '2.0',
    step: 'major',
  }
  const of = (id: number) => ({
    site_id: id,
    site_url: fixture.sites[id - 1]!.url,
    site_name: fixture.sites[id - 1]!.title,
  })
  expect(body).toMatchObject({
    dry_run: true,
    count: 2,
    would_affect: [
      { ...of(1), ...item },
      { ...of(3), ...item },
    ],
  })
  expect(body.warnings).toEqual([expect.stringContaining('suspended')])
  expect(sentCalls()).toEqual([[], [], []])
  expect(await fixture.history()).toEqual([])
})
