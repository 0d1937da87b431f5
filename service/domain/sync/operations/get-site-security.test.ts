import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const pem = (name: string) =>
  readFileSync(new URL(`../../../testing/certificates/${name}.pem`, import.meta.url), 'utf8')
const fixture = setUpService({
  outbound: { resolver: async () => ['127.0.0.1'], extraAuthorities: [pem('authority')] },
})
const { ability, aliased, rest } = callers(fixture)
const hour = 3_600_000

let fleet: Fleet | undefined
let server: Server | undefined
afterEach(async () => {
  await fleet?.close()
  server?.closeAllConnections()
  server?.close()
  fleet = server = undefined
})

/** A web server for site.test with that certificate; returns its address and counts connections. */
async function webServer(certificate: string) {
  const both = pem(certificate)
  let connections = 0
  server = createServer({ key: both, cert: both }).on('connection', () => connections++)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://site.test:${port}/`,
    connections: () => connections,
    present(name: string) {
      server!.setSecureContext({ key: pem(name), cert: pem(name) })
    },
  }
}

describe('the security checks of a site', () => {
  it('become issues with clear messages', async () => {
    fleet = await startFleet({ sites: 1, clock: fixture.service.clock })
    await seedConnectedFleet(fixture.service, fleet)
    fleet.sites[0]!.core.offered = '99.0'
    await rest('POST /sites/1/sync')
    const { status, body } = await ability('get-site-security', { site_id_or_domain: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ site_id: 1, site_url: fleet.sites[0]!.url, checked_at: '2026-11-15T09:00:00Z' })
    expect(body.security_issues).toEqual(
      expect.arrayContaining([
        { type: 'wp_uptodate', severity: 'high', message: 'WordPress is not up to date. Update it.' },
        { type: 'sslprotocol', severity: 'high', message: expect.stringContaining('https') },
      ]),
    )
    const types = body.security_issues.map(({ type }: { type: string }) => type)
    for (const [type, state] of Object.entries(body.checks)) expect(types.includes(type)).toBe(state === 'issue')
  })

  it('stay from the last sync for a site that is offline, suspended or disconnected', async () => {
    fleet = await startFleet({ sites: 1, clock: fixture.service.clock })
    await seedConnectedFleet(fixture.service, fleet)
    await rest('POST /sites/1/sync')
    const before = (await rest('GET /sites/1/security')).body.data.security_issues
    expect(before.length).toBeGreaterThan(0)
    fleet.sites[0]!.setFault('refuse', { on: '*' })
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand', connection: 'disconnected' }).execute()
    const { body } = await rest('GET /sites/1/security')
    expect(body.data.security_issues).toEqual(before)
    expect(body.site).toMatchObject({ id: 1, url: fleet.sites[0]!.url })
  })

  it('of a hostile site cannot add fields', async () => {
    fleet = await startFleet({ sites: 1, clock: fixture.service.clock })
    await seedConnectedFleet(fixture.service, fleet)
    fleet.sites[0]!.setFault('xss', { on: 'stats' })
    await rest('POST /sites/1/sync')
    const { text } = await rest('GET /sites/1/security')
    expect(text).not.toContain('<script')
  })

  it('are empty before the first report', async () => {
    await seedSites(fixture.service.db, 1, { url: 'http://quiet.example/' })
    const { body } = await ability('get-site-security', { site_id_or_domain: 'quiet.example' })
    expect(body).toMatchObject({ security_issues: [], checks: {}, checked_at: null })
  })
})

describe('the certificate of a site', () => {
  const status = async (input: object = {}) =>
    (await ability('get-site-security', { site_id_or_domain: 1, ...input })).body.ssl_status

  it('is read by a real handshake', async () => {
    const { url } = await webServer('good')
    await seedSites(fixture.service.db, 1, { url })
    expect(await status()).toEqual({ valid: true, expires: '2120-01-01', checked_at: '2026-11-15T09:00:00Z' })
  })

  it.each([
    ['expired', '2002-01-01', /has expired/],
    ['wrong-name', '2120-01-01', /for another name/],
    ['self-signed', expect.stringMatching(/^\d{4}-\d\d-\d\d$/), /self-signed/],
  ])('that is %s is not valid, and its expiry date is returned', async (name, expires, reason) => {
    const { url } = await webServer(name)
    await seedSites(fixture.service.db, 1, { url })
    const seen = await status()
    expect(seen).toMatchObject({ valid: false, expires, reason: expect.stringMatching(reason) })
    // The session of the unverified connection must not make it valid.
    expect(await status({ refresh: true })).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })

  it('does not exist over plain http', async () => {
    await seedSites(fixture.service.db, 1, { url: 'http://plain.example/' })
    expect(await status()).toMatchObject({ valid: false, expires: null, reason: expect.stringContaining('http') })
  })

  it('is checked as soon as the address becomes https', async () => {
    const { url } = await webServer('good')
    const { db } = fixture.service
    await seedSites(db, 1, { url: url.replace('https:', 'http:') })
    expect(await status()).toMatchObject({ valid: false })
    await db.updateTable('sites').set({ url }).execute()
    expect(await status()).toMatchObject({ valid: true })
  })

  it('is checked once in six hours, or with refresh', async () => {
    const { url, connections, present } = await webServer('good')
    const { clock, db } = fixture.service
    await seedSites(db, 1, { url })
    await status()
    clock.advance(5 * hour)
    await status()
    expect(connections()).toBe(1)
    present('self-signed')
    expect(await status({ refresh: true })).toMatchObject({ valid: false })
    present('good')
    clock.advance(7 * hour)
    expect(await status()).toMatchObject({ valid: true })
  })

  it('stays from the last check while the server does not answer', async () => {
    const { url } = await webServer('good')
    const { clock, db } = fixture.service
    await seedSites(db, 1, { url })
    await status()
    server!.closeAllConnections()
    await new Promise((resolve) => server!.close(resolve))
    clock.advance(7 * hour)
    expect(await status()).toMatchObject({
      valid: true,
      expires: '2120-01-01',
      reason: expect.stringContaining('could not be checked again'),
      checked_at: '2026-11-15T09:00:00Z',
    })
  })

  it('of a server that was never reached is not valid, with the reason', async () => {
    const { url } = await webServer('good')
    await seedSites(fixture.service.db, 1, { url })
    await new Promise((resolve) => server!.close(resolve))
    expect(await status()).toMatchObject({ valid: false, expires: null, reason: expect.any(String), checked_at: null })
  })
})

it('answers viewers and limited keys, and returns 404 for unknown sites', async () => {
  await seedSites(fixture.service.db, 2, (number) => ({ url: `http://s${number}.example/` }))
  const { viewer, keys } = fixture.people
  const input = { site_id_or_domain: 2 }
  expect((await ability('get-site-security', input, viewer.headers)).status).toBe(200)
  expect((await ability('get-site-security', input, keys.limited.headers)).body.code).toBe('svc_site_not_found')
  expect((await ability('get-site-security', { site_id: 99 })).status).toBe(404)
  expect((await ability('get-site-security', {})).status).toBe(400)
})

it('counts the issues for clients of the established product, and runs from a batch', async () => {
  await seedSites(fixture.service.db, 1, { url: 'http://s1.example/' })
  expect((await aliased('get-site-security', { site_id_or_domain: 1 })).body).toMatchObject({
    total_issues: 0,
    security_issues: [],
  })
  const { body } = await rest('POST /batch', { sites: { security: [1, 9] } })
  expect(body.sites.security).toMatchObject([
    { id: 1, success: 1, data: { ssl_status: { valid: false } }, site: { id: 1 } },
    { id: 9, success: 0, error: { code: 'svc_site_not_found' } },
  ])
})
