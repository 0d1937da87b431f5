import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const scene = setUpServiceWithSites()
const check = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  scene.ability('check-site', { site_id_or_domain, ...more }, headers)
const detail = async (id: number) => (await scene.ability('get-site', { site_id_or_domain: id })).body

/** A record of a simulated site that nobody has connected to: a check needs no connection. */
async function unconnected(overrides: object = {}) {
  const child = scene.nextChild()
  const [site] = await seedSites(scene.service.db, 1, {
    url: child.url,
    connection: 'never',
    private_key: null,
    ...overrides,
  })
  return { child, id: site!.id }
}

it('says that the front page answers, and how fast', async () => {
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

it('records what it saw and leaves the status as it is', async () => {
  const { child, id } = await unconnected({ suspended_by: 'hand' })
  child.frontPage = { status: 503 }
  const { body } = await check(id)
  expect(body).toMatchObject({ reachable: true, http_status: 503 })
  expect(await detail(id)).toMatchObject({
    status: 'suspended',
    last_check: { checked_at: '2026-11-15T09:00:00Z', reachable: true, http_status: 503 },
  })
})

describe('reachable means that an HTTP answer arrived', () => {
  it.each([404, 403, 500])('also %i', async (status) => {
    const { child, id } = await unconnected()
    child.frontPage = { status }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: status })
  })

  it.each(['refuse', 'reset', 'not-http'] as const)('but not %s', async (fault) => {
    const { child, id } = await unconnected()
    child.misbehave(fault, { on: '*' })
    const { status, body } = await check(id)
    expect([status, body]).toMatchObject([200, { reachable: false, http_status: 0, response_time_ms: 0 }])
    expect((await detail(id)).last_check).toMatchObject({ reachable: false, http_status: 0 })
  })

  it('also a page of endless text: its headers tell enough', async () => {
    const { child, id } = await unconnected()
    child.frontPage = { body: 'x'.repeat(9_000_000) }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 200 })
  })

  it('and redirects are followed, but not to where we must not go', async () => {
    const { child, id } = await unconnected()
    const target = scene.nextChild()
    child.frontPage = { status: 301, headers: { location: target.url } }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 200 })
    child.frontPage = { status: 302, headers: { location: 'http://169.254.169.254/secrets' } }
    expect((await check(id)).body).toMatchObject({ reachable: true, http_status: 302 })
  })
})

it('sends the user name and password that the web server asks for, and only there', async () => {
  const { child, id } = await unconnected()
  await scene.ability('update-site', { site_id_or_domain: id, http_user: 'bob', http_pass: 'hidden' })
  const { body } = await check(id)
  expect([body.reachable, child.counts['front page']]).toEqual([true, 1])
})

it('tells in a dry run whom it would check, and calls nobody', async () => {
  const { child, id } = await unconnected()
  expect((await check(id, { dry_run: true })).body).toMatchObject({ site_id: id, count: 1 })
  expect(child.counts).toEqual({})
})

it('knows unknown sites and those beyond a key’s limits as missing; it records, so it needs the write scope', async () => {
  await seedSites(scene.service.db, 2)
  expect((await check(99)).body.code).toBe('svc_site_not_found')
  expect((await check(2, {}, scene.people.keys.limited.headers)).status).toBe(404)
  expect((await check(1, {}, scene.people.keys.read.headers)).status).toBe(403)
})

it('answers over REST, in batches, and as the established product does', async () => {
  const { child, id } = await unconnected()
  expect((await scene.rest(`POST /sites/${id}/check`)).body).toMatchObject({ success: 1, data: { reachable: true } })
  expect((await scene.rest('POST /sites/batch', { check: [id] })).body.check).toMatchObject([{ id, success: 1 }])
  const { body } = await scene.aliased('check-site', { site_id_or_domain: id })
  expect(body).toMatchObject({
    checked: true,
    site: { id, url: child.url },
    status: { online: true, http_code: 200 },
    response_time: body.response_time_ms / 1000,
  })
})
