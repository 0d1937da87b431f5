import { describe, expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'

/** No worker runs, so jobs stay queued. */
const fixture = setUpServiceWithSites()
const jobs = () => fixture.service.db.selectFrom('jobs').selectAll().execute()
const targets = () => fixture.service.db.selectFrom('job_targets').selectAll().orderBy('position').execute()

describe.each([
  ['reconnect-sites', 'reconnect', 'reconnect-site', { connection: 'disconnected' as const }],
  ['check-sites', 'check', 'check-site', {}],
])('%s', (name, kind, single, state) => {
  const empty: Record<string, object> = {
    'reconnect-sites': { reconnected: [], total_reconnected: 0, total_errors: 202 },
    'check-sites': { results: [], summary: { total_checked: 0, reachable: 0, unreachable: 0 }, http_statuses: {} },
  }

  it('has its own shape with more than 200 sites: those that still run are errors, and the job is beside', async () => {
    const sites = await seedSites(fixture.service.db, 201, state)
    const refs = [...sites.map(({ id }) => id), 'https://site-1.example', 9999]
    const response = fixture.ability(name, { site_ids_or_domains: refs })
    await fixture.passTime([response])
    const { status, body } = await response
    expect(status).toBe(200)
    const { errors, ...rest } = body
    expect(rest).toEqual({
      ...empty[name],
      job_id: '1',
      status_url: expect.stringMatching(/^http:\/\/.+\/api\/v2\/jobs\/1$/),
    })
    expect(errors).toHaveLength(202)
    expect(errors[0]).toEqual({ identifier: 9999, code: 'svc_site_not_found', message: expect.any(String) })
    expect(errors[1]).toMatchObject({ identifier: 1, site_id: 1, code: 'svc_still_running', job_id: '1' })
    expect(await jobs()).toMatchObject([{ kind, operation: single, total: 201, status: 'pending' }])
    const [first] = await targets()
    expect(first).toMatchObject({ site_id: 1, label: 'https://site-1.example/', input: { site_id_or_domain: 1 } })
    const { body: status_ } = await fixture.ability('get-batch-job-status', { job_id: body.job_id })
    expect(status_).toMatchObject({ status: 'pending', total: 201, processed: 0 })
  })

  it('lists the affected sites in a dry run and queues nothing', async () => {
    const sites = await seedSites(fixture.service.db, 1100, state)
    const { body } = await fixture.ability(name, { site_ids_or_domains: sites.map(({ id }) => id), dry_run: true })
    expect(body).toMatchObject({ dry_run: true, count: 1100 })
    expect(body.would_affect).toHaveLength(1000)
    expect(body.warnings).toHaveLength(1)
    expect(await jobs()).toEqual([])
  })

  it('reports sites that still run after 25 seconds', async () => {
    await seedSites(fixture.service.db, 2, state)
    const response = fixture.ability(name, { site_ids_or_domains: ['site-2.example'] })
    await fixture.passTime([response])
    const { body } = await response
    expect([body.job_id, body.status_url]).toEqual(['1', expect.stringMatching(/^http.+\/api\/v2\/jobs\/1$/)])
    expect(body.errors).toEqual([
      {
        identifier: 'site-2.example',
        site_id: 2,
        site_url: 'https://site-2.example/',
        site_name: 'Site 2',
        code: 'svc_still_running',
        message: expect.any(String),
        job_id: '1',
      },
    ])
  })

  it('responds at once and creates no job when there is nothing to do', async () => {
    const { body } = await fixture.ability(name, { site_ids_or_domains: [99] })
    expect(body).toMatchObject({ errors: [{ identifier: 99, code: 'svc_site_not_found' }] })
    expect(body).not.toHaveProperty('job_id')
    expect(await jobs()).toEqual([])
  })
})

describe('disconnect-sites', () => {
  it('is local and complete at once, with any number of sites', async () => {
    const sites = await seedSites(fixture.service.db, 300)
    const refs = [...sites.map(({ id }) => id), 9999]
    const { status, body } = await fixture.ability('disconnect-sites', { site_ids_or_domains: refs })
    expect(status).toBe(200)
    expect(body.disconnected).toHaveLength(300)
    expect(body.disconnected[0]).toEqual({ id: 1, url: 'https://site-1.example/', name: expect.any(String) })
    const { disconnected: _, ...rest } = body
    expect(rest).toEqual({
      errors: [{ identifier: 9999, code: 'svc_site_not_found', message: expect.any(String) }],
      total_disconnected: 300,
      total_errors: 1,
    })
    expect(await jobs()).toEqual([])
    const { total } = (await fixture.ability('count-sites', { status: 'disconnected' })).body
    expect(total).toBe(300)
  })

  it('calls the sites in a job with notify_child', async () => {
    const sites = await seedSites(fixture.service.db, 201)
    const input = { site_ids_or_domains: sites.map(({ id }) => id), notify_child: true }
    const response = fixture.ability('disconnect-sites', input)
    await fixture.passTime([response])
    const { body } = await response
    expect(body).toMatchObject({ disconnected: [], total_disconnected: 0, total_errors: 201, job_id: '1' })
    expect(body.errors[0].code).toBe('svc_still_running')
  })
})

describe('an unknown site in exclude', () => {
  it.each([
    ['ability', 'check-sites', {}, 'exclude'],
    ['ability', 'reconnect-sites', {}, 'exclude'],
    ['ability', 'disconnect-sites', { site_ids_or_domains: [1, 2] }, 'exclude'],
    ['ability', 'suspend-sites', { site_ids_or_domains: [1, 2] }, 'exclude'],
    ['ability', 'sync-sites', {}, 'exclude_ids'],
    ['rest', 'POST /sites/tags', { include: [1, 2], add: [1] }, 'exclude'],
    ['rest', 'POST /sites/tags', { filter: { search: 'site' }, add: [1] }, 'exclude'],
    ['rest', 'POST /sites/sync', {}, 'exclude'],
    ['rest', 'POST /sites/disconnect', { include: [1, 2] }, 'exclude'],
  ] as const)('is refused over %s by %s %j', async (surface, name, input, field) => {
    await seedSites(fixture.service.db, 2)
    await fixture.ability('add-tag', { name: 'A' })
    for (const dry_run of [true, false]) {
      const given = { ...input, [field]: [2, 77], dry_run }
      const { status, body } = surface === 'rest' ? await fixture.rest(name, given) : await fixture.ability(name, given)
      expect([status, body.data.params]).toEqual([400, { [field]: 'names no site: 77' }])
    }
    expect((await fixture.ability('count-sites', { status: 'connected' })).body.total).toBe(2)
  })
})

describe('an empty list', () => {
  const queued = async (name: string, headers?: Record<string, string>) => {
    await fixture.passTime([fixture.ability(name, { site_ids_or_domains: [] }, headers)])
    return (await targets()).map(({ site_id }) => site_id)
  }
  const seed = () =>
    seedSites(fixture.service.db, 420, (number) =>
      number % 2 === 0 ? { connection: 'disconnected' } : number === 1 ? { suspended_by: 'hand' } : {},
    )

  it('means all sites to check-sites', async () => {
    await seed()
    expect(await queued('check-sites')).toHaveLength(420)
  })

  it('means all disconnected sites to reconnect-sites', async () => {
    await seed()
    const ids = await queued('reconnect-sites')
    expect([ids.length, ids.every((id) => id! % 2 === 0)]).toEqual([210, true])
  })

  it('is refused by disconnect-sites, which cannot be undone', async () => {
    await seed()
    for (const site_ids_or_domains of [[], '', undefined]) {
      const response = await fixture.ability('disconnect-sites', { site_ids_or_domains })
      expect([response.status, response.body.code]).toEqual([400, 'svc_invalid_input'])
    }
    expect(await jobs()).toEqual([])
  })

  it('never selects sites beyond the limits of a key, and a text never selects all', async () => {
    await seed()
    const { headers } = fixture.people.keys.limited
    const responses = [
      fixture.ability('check-sites', {}, headers),
      fixture.ability('check-sites', { site_ids_or_domains: '7' }),
    ]
    await fixture.passTime(responses)
    const [own, one] = await Promise.all(responses)
    expect(own!.body.errors).toMatchObject([{ site_id: 1 }])
    expect(one!.body.errors).toMatchObject([{ site_id: 7 }])
    expect((await fixture.ability('check-sites', { site_ids_or_domains: '' })).status).toBe(400)
  })
})

it('accepts include and exclude over REST', async () => {
  await seedSites(fixture.service.db, 300)
  const all = fixture.rest('POST /sites/check', { exclude: [1, 'site-2.example'] })
  await fixture.passTime([all])
  const { body } = await all
  expect(body).toMatchObject({ success: 1, message: '0 of 298 sites checked. 298 still running.' })
  expect(body.data.errors).toHaveLength(298)
  expect(body.data.status_url).toMatch(/^http/)
  const some = fixture.rest('PUT /sites/check', { include: '1,2,2', exclude: [2] })
  await fixture.passTime([some])
  expect((await some).body.data.errors).toMatchObject([{ site_id: 1, code: 'svc_still_running' }])
})

describe('sites that do not exist', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${'x'.repeat(150)}-${index}.example`)

  it('are listed as the caller wrote them, in a response not much larger than the request', async () => {
    const refs = names(1_000)
    const { status, body } = await fixture.ability('check-sites', { site_ids_or_domains: refs })
    expect(status).toBe(200)
    expect(body.errors.map(({ identifier }: { identifier: string }) => identifier)).toEqual(refs)
    expect(JSON.stringify(body).length).toBeLessThan(3 * JSON.stringify(refs).length)
  })

  it('are refused with one message above 1,000', async () => {
    for (const refs of [names(1_001), names(9_900)]) {
      const { status, body, text } = await fixture.ability('check-sites', { site_ids_or_domains: refs })
      expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
      expect(body.message).toContain(`${refs.length.toLocaleString('en')} of the named sites do not exist`)
      expect(text.length).toBeLessThan(1_000)
    }
    expect(await jobs()).toEqual([])
  })

  it('are refused in exclude with the first of them', async () => {
    const [site] = await seedSites(fixture.service.db, 1)
    const input = { site_ids_or_domains: [site!.id], exclude: names(1_001), dry_run: true }
    const { status, body, text } = await fixture.ability('check-sites', input)
    expect([status, body.data.params.exclude]).toEqual([400, expect.stringMatching(/^names no site: x/)])
    expect(text.length).toBeLessThan(10_000)
  })
})
