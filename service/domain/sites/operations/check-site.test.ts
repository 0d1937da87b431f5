import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const check = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  fixture.ability('check-site', { site_id_or_domain, ...more }, headers)
const detail = async (id: number) => (await fixture.ability('get-site', { site_id_or_domain: id })).body

/** A simulated site that is not connected: a check needs no connection. */
async function unconnected(overrides: object = {}) {
  const child = fixture.nextChild()
  const [site] = await seedSites(fixture.service.db, 1, {
    url: child.url,
    connection: 'never',
    private_key: null,
    ...overrides,
  })
  return { child, id: site!.id }
}

it('returns that the front page responds, and how fast', async () => {
  const { child, id } = await unconnected()
  const { status, body } = await check(child.url)
  expect(status).toBe(200)
  expect(body).toEqual({
    site_id: id,
    site_url: child.url,
    site_name: 'Site 1',
    reachable: true,
    http_status: 200,
    response_time_ms: expect.any(Number),
  })
  expect(Number.isInteger(body.response_time_ms)).toBe(true)
  expect(child.counts).toEqual({ 'front page': 1 })
})

it('records the result and does not change the status', async () => {
  const { child, id } = await unconnected({ suspended_by: 'hand' })
  child.frontPage = { status: 503 }
  const { body } = await check(id)
  expect(body).toMatchObject({ reachable: true, http_status: 503 })
  expect(await detail(id)).toMatchObject({
    status: 'suspended',
    last_check: { checked_at: '2026-11-15T09:00:00Z', reachable: true, http_status: 503 },
  })
})

describe('a site is reachable when an HTTP response arrives', () => {
  it.each([404, 403, 500])('even with status %i', async (status) => {
    const { child, id } = await unconnected()
    child.frontPage = { status }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: status })
  })

  it.each(['refuse', 'reset', 'not-http'] as const)('but not %s', async (fault) => {
    const { child, id } = await unconnected()
    child.setFault(fault, { on: '*' })
    const { status, body } = await check(id)
    expect([status, body]).toMatchObject([200, { reachable: false, http_status: 0, response_time_ms: 0 }])
    expect((await detail(id)).last_check).toMatchObject({ reachable: false, http_status: 0 })
  })

  it('even with an endless page, because its headers are enough', async () => {
    const { child, id } = await unconnected()
    child.frontPage = { body: 'x'.repeat(9_000_000) }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 200 })
  })

  it('also through redirects, unless they lead to a refused address', async () => {
    const { child, id } = await unconnected()
    const target = fixture.nextChild()
    child.frontPage = { status: 301, headers: { location: target.url } }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 200 })
    child.frontPage = { status: 302, headers: { location: 'http://169.254.169.254/secrets' } }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 302 })
  })
})

it('sends the HTTP credentials to the site only', async () => {
  const { child, id } = await unconnected()
  await fixture.ability('update-site', { site_id_or_domain: id, http_user: 'bob', http_pass: 'hidden' })
  const { body } = await check(id)
  expect([body.reachable, child.counts['front page']]).toEqual([true, 1])
})

it('lists the site in a dry run and calls nothing', async () => {
  const { child, id } = await unconnected()
  expect((await check(id, { dry_run: true })).body).toMatchObject({ site_id: id, count: 1 })
  expect(child.counts).toEqual({})
})

it('knows unknown sites and those beyond a key’s limits as missing; it records, so it needs the write scope', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await check(99)).body.code).toBe('svc_site_not_found')
  expect((await check(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await check(1, {}, fixture.people.keys.read.headers)).status).toBe(403)
})

it('responds over REST, in batches, and like the established product', async () => {
  const { child, id } = await unconnected()
  expect((await fixture.rest(`POST /sites/${id}/check`)).body).toMatchObject({ success: 1, data: { reachable: true } })
  expect((await fixture.rest('POST /sites/batch', { check: [id] })).body.check).toMatchObject([{ id, success: 1 }])
  const { body } = await fixture.aliased('check-site', { site_id_or_domain: id })
  expect(body).toMatchObject({
    checked: true,
    site: { id, url: child.url },
    status: { online: true, http_code: 200 },
    response_time: body.response_time_ms / 1000,
  })
})
