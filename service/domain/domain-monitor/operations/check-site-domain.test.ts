import { describe, expect, it } from 'vitest'
import { dataOfEvents, notificationsOf } from '../../../testing/published-events.ts'
import { registration, setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const days = (count: number) => count * 86_400_000
const checked = async (url: string) => (await fixture.check(await fixture.site(url))).body.data
const expiringOn = (date: string) => [{ eventAction: 'expiration', eventDate: `${date}T00:00:00Z` }]

describe('POST /domain-monitor/{id_or_domain}', () => {
  it('finds the registry in the list of registries and shows its answer', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    const id = await fixture.site('https://www.shop.com/blog/')
    const { status, body } = await fixture.check(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Domain checked.',
      data: {
        id,
        url: 'https://www.shop.com/blog/',
        name: 'www.shop.com',
        domain: 'shop.com',
        domain_name: 'shop.com',
        status: 'active',
        registrar: 'Harbour Names Ltd',
        registrar_id: '376',
        domain_status: ['client delete prohibited', 'client transfer prohibited'],
        creation_date: '1995-08-14',
        updated_date: '2026-08-14',
        expiry_date: '2027-08-13',
        days_left: 271,
        nameservers: ['a.ns.example.net', 'b.ns.example.net'],
        source: 'registry',
        reason: null,
        checked_at: '2026-11-15T09:00:00Z',
        seen_at: '2026-11-15T09:00:00Z',
        check: { done: true, code: null, message: 'Domain checked.' },
      },
    })
    expect(registry.requestedPaths).toEqual(['/dns.json', '/com/v1/domain/shop.com'])
  })

  it('queries the registered domain without subdomains', async () => {
    const { registry } = fixture
    registry.answer('/uk/domain/shop.co.uk', registration('shop.co.uk'))
    expect(await checked('https://a.b.shop.co.uk/')).toMatchObject({ domain: 'shop.co.uk', status: 'active' })
  })

  it('supports internationalized domains', async () => {
    const { registry } = fixture
    const domain = 'xn--e1afmkfd.xn--p1ai'
    registry.answer(`/rf/domain/${domain}`, registration(domain, { ldhName: undefined, unicodeName: 'Пример.рф' }))
    expect(await checked('https://www.пример.рф/')).toMatchObject({
      domain,
      domain_name: 'пример.рф',
      status: 'active',
    })
  })

  it('shares one lookup between sites of one domain', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    const [one, two] = [await fixture.site('https://shop.com/'), await fixture.site('https://blog.shop.com/')]
    await fixture.check(one)
    expect((await fixture.check(two)).body.data).toMatchObject({ id: two, expiry_date: '2027-08-13' })
    expect(registry.requestedDomains()).toHaveLength(1)
    fixture.service.clock.advance(60_000)
    await fixture.check(two)
    expect(registry.requestedDomains()).toHaveLength(2)
  })

  it('says when nothing was looked up', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    const id = await fixture.site('https://shop.com/')
    expect((await fixture.check(id)).body).toMatchObject({ success: 1, message: 'Domain checked.' })
    fixture.service.clock.advance(20_000)
    expect((await fixture.check(id)).body).toMatchObject({
      success: 1,
      message: 'shop.com was checked less than a minute ago; this is that result.',
    })
    registry.answer('/com/v1/domain/shop.com', (_request, response) => response.writeHead(500).end())
    fixture.service.clock.advance(60_000)
    const failed = (await fixture.check(id)).body
    expect(failed).toMatchObject({ success: 0, code: 'svc_lookup_failed', data: { status: 'active' } })
    expect(failed.message).toBe(`The domain was not checked. ${failed.data.reason}`)
    const unsupported = (await fixture.check(await fixture.site('https://shop.zz/'))).body
    expect(unsupported).toMatchObject({
      success: 1,
      message: 'The domain was not checked. No registry answers for .zz domains. Enter the expiry date by hand.',
    })
    const none = (await fixture.check(await fixture.site('http://intranet/'))).body
    expect(none).toMatchObject({
      success: 1,
      message: 'The domain was not checked. http://intranet/ has no registered domain.',
    })
    const unknown = (await fixture.check(await fixture.site('https://unregistered.com/'))).body
    expect(unknown).toMatchObject({ success: 1, message: 'Domain checked.', data: { status: 'not-found' } })
  })

  it('queries the registrar for data that a thin registry lacks, and prefers the registry', async () => {
    const { registry } = fixture
    const related = { rel: 'related', type: 'application/rdap+json', href: `${registry.origin}/registrar/shop.com` }
    const thin = { entities: [], links: [related], events: expiringOn('2027-01-01') }
    registry.answer('/com/v1/domain/shop.com', registration('shop.com', thin))
    registry.answer('/registrar/shop.com', registration('shop.com'))
    expect(await checked('https://shop.com/')).toMatchObject({
      registrar: 'Harbour Names Ltd',
      creation_date: '1995-08-14',
      expiry_date: '2027-01-01',
    })
  })

  it.each([
    ['is gone', 404, {}],
    ['answers about another domain', 200, registration('other.com')],
  ])('ignores a registrar that %s', async (_, status, body) => {
    const { registry } = fixture
    const related = { rel: 'related', type: 'application/rdap+json', href: `${registry.origin}/registrar` }
    registry.answer('/com/v1/domain/shop.com', registration('shop.com', { entities: [], links: [related] }))
    registry.answer('/registrar', (_request, response) => response.writeHead(status).end(JSON.stringify(body)))
    expect(await checked('https://shop.com/')).toMatchObject({ status: 'active', registrar: null, days_left: 271 })
  })

  it('follows redirects of a registry', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', (_request, response) =>
      response.writeHead(302, { location: `${registry.origin}/elsewhere` }).end(),
    )
    registry.answer('/elsewhere', registration('shop.com'))
    expect(await checked('https://shop.com/')).toMatchObject({ status: 'active' })
  })

  it('never follows a redirect into a private network', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    )
    expect(await checked('https://shop.com/')).toMatchObject({ status: 'failed', expiry_date: null })
  })

  it('reports not-found for a domain that the registry does not know', async () => {
    expect(await checked('https://unregistered.com/')).toMatchObject({
      status: 'not-found',
      reason: expect.stringContaining('knows no domain unregistered.com'),
    })
  })

  it('reports unsupported without a request for a top-level domain without a registry', async () => {
    expect(await checked('https://shop.zz/')).toMatchObject({
      status: 'unsupported',
      reason: 'No registry answers for .zz domains. Enter the expiry date by hand.',
    })
    expect(fixture.registry.requestedDomains()).toEqual([])
  })

  it.each(['http://127.0.0.1:8080/', 'http://[2001:db8::1]/', 'http://localhost/', 'http://intranet/'])(
    '%s has no domain',
    async (url) => {
      expect(await checked(url)).toMatchObject({ status: 'not-applicable', domain: null, expiry_date: null })
      expect(fixture.registry.requestedPaths).toEqual([])
    },
  )

  it.each([
    ['garbage', '<html>It works!</html>'],
    ['an empty answer', ''],
    ['a list', []],
    ['null', 'null'],
    ['something else', { objectClassName: 'entity', handle: '1' }],
    ['another domain', registration('other.com')],
    ['an abyss', '['.repeat(200_000)],
    ['a flood', JSON.stringify({ objectClassName: 'domain', ldhName: 'shop.com', remarks: 'x'.repeat(600_000) })],
  ])('rejects %s and keeps the stored data', async (_, content) => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    const id = await fixture.site('https://shop.com/')
    await fixture.check(id)
    registry.answer('/com/v1/domain/shop.com', content)
    fixture.service.clock.advance(days(1))
    const { data } = (await fixture.check(id)).body
    expect(data).toMatchObject({ status: 'active', expiry_date: '2027-08-13', seen_at: '2026-11-15T09:00:00Z' })
    expect(data.checked_at).toBe('2026-11-16T09:00:00Z')
    expect(data.reason).toMatch(/\.$/)
  })

  it('pauses as long as a registry requests, sends nothing meanwhile, and returns when to retry', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', (_request, response) =>
      response.writeHead(429, { 'retry-after': '7200' }).end(),
    )
    const one = await fixture.site('https://shop.com/')
    const two = await fixture.site('https://other.com/')
    const { status, body, headers } = await fixture.check(one)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'svc_rate_limited', '7200'])
    expect(body.message).toContain('until 2026-11-15T11:00:00Z')
    expect((await fixture.check(two)).status).toBe(429)
    expect(registry.requestedDomains()).toHaveLength(1)
    registry.answer('/com/v1/domain/other.com', registration('other.com'))
    fixture.service.clock.advance(7_200_000)
    expect((await fixture.check(two)).body.data).toMatchObject({ status: 'active' })
  })

  it('reports why the list of registries cannot be read, and falls back to the stored one', async () => {
    const { registry } = fixture
    const id = await fixture.site('https://shop.com/')
    registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    registry.answer('/dns.json', '{"services": "none"}')
    expect((await fixture.check(id)).body.data).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('The list of registries cannot be read'),
    })
    registry.answer('/dns.json', { services: [[['com'], [`${registry.origin}/com/v1/`]]] })
    fixture.service.clock.advance(60_000)
    expect((await fixture.check(id)).body.data.status).toBe('active')
    registry.answer('/dns.json', (_request, response) => response.writeHead(500).end())
    fixture.service.clock.advance(days(2))
    expect((await fixture.check(id)).body.data).toMatchObject({ status: 'active', reason: null })
  })

  it('reads the list of registries once a day, also for simultaneous checks', async () => {
    const { registry } = fixture
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => fixture.site(`https://${name}.com/`)))
    const lists = () => registry.requestedPaths.filter((path) => path === '/dns.json').length
    await Promise.all(ids.map((id) => fixture.check(id)))
    expect(lists()).toBe(1)
    fixture.service.clock.advance(days(1))
    await fixture.check(ids[0]!)
    expect(lists()).toBe(2)
  })

  it('sends nothing in a dry run', async () => {
    const id = await fixture.site('https://shop.com/')
    const { body } = await fixture.rest(`PUT /domain-monitor/${id}`, { dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ id, domain: 'shop.com' }], count: 1 })
    expect(fixture.registry.requestedPaths).toEqual([])
  })

  it('rejects unknown sites, sites outside the limits of a key, and readers', async () => {
    const { keys, viewer } = fixture.people
    await fixture.site('https://one.zz/')
    await fixture.site('https://two.zz/')
    const post = (id: number, headers: Record<string, string>) =>
      fixture.rest(`PATCH /domain-monitor/${id}`, undefined, headers)
    expect((await fixture.check(99)).body.code).toBe('svc_site_not_found')
    expect((await post(2, keys.limited.headers)).status).toBe(404)
    expect((await post(1, keys.limited.headers)).status).toBe(200)
    expect((await post(1, keys.read.headers)).status).toBe(403)
    expect((await post(1, viewer.headers)).status).toBe(403)
  })
})

describe('a warning', () => {
  const warnings = async () =>
    (await fixture.service.db.selectFrom('domain_warnings').selectAll().orderBy('warned_at').execute()).map(
      ({ domain, threshold, days_left }) => [domain, threshold, days_left],
    )

  it('is recorded once at each of 30, 14, 7 and 1 days, for all sites of the domain together', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events: expiringOn('2026-12-20') }))
    const ids = [await fixture.site('https://shop.com/'), await fixture.site('https://blog.shop.com/')]
    for (let day = 0; day < 40; day++) {
      for (const id of ids) await fixture.check(id)
      fixture.service.clock.advance(days(1))
    }
    expect(await warnings()).toEqual([
      ['shop.com', 30, 30],
      ['shop.com', 14, 14],
      ['shop.com', 7, 7],
      ['shop.com', 1, 1],
    ])
    // Each warning covers both sites: events of one address go into one message.
    const events = await notificationsOf(fixture.service.db)
    expect(events.map(({ kind, address, site_id, cause }) => [kind, address, site_id, cause])).toEqual(
      [
        'The domain expires on 2026-12-20, in 30 days; renew it.',
        'The domain expires on 2026-12-20, in 14 days; renew it.',
        'The domain expires on 2026-12-20, in 7 days; renew it.',
        'The domain expires on 2026-12-20, tomorrow; renew it.',
      ].flatMap((cause) => ids.map((id) => ['domain', 'shop.com', id, cause])),
    )
    const published = await dataOfEvents(fixture.service.db, 'domain.expiring')
    expect(published.map(({ domain, days_left }) => [domain, days_left])).toEqual(
      [30, 14, 7, 1].flatMap((left) => ids.map(() => ['shop.com', left])),
    )
  })

  it('starts again after a renewal', async () => {
    const { registry } = fixture
    registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events: expiringOn('2026-11-20') }))
    const id = await fixture.site('https://shop.com/')
    expect((await fixture.check(id)).body.data).toMatchObject({ status: 'expiring', days_left: 5 })
    registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events: expiringOn('2027-11-20') }))
    fixture.service.clock.advance(days(1))
    expect((await fixture.check(id)).body.data).toMatchObject({ status: 'active' })
    fixture.service.clock.advance(days(364))
    await fixture.check(id)
    expect(await warnings()).toEqual([
      ['shop.com', 7, 5],
      ['shop.com', 7, 5],
    ])
  })
})
