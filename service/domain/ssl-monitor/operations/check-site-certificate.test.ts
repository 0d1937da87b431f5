import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataOfEvents, notificationsOf } from '../../../testing/published-events.ts'
import { endOfGood, setUpTls } from '../testing/set-up-tls.ts'

const fixture = setUpTls()
const days = (count: number) => count * 86_400_000

async function checked(name: Parameters<typeof fixture.serve>[0]) {
  const server = await fixture.serve(name)
  const id = await fixture.site(server.url)
  const { status, body } = await fixture.check(id)
  expect(status).toBe(200)
  return { server, id, certificate: body.data }
}
const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)

describe('POST /ssl-monitor/{id_or_domain}', () => {
  it('shows all fields of a valid certificate', async () => {
    const { server, id, certificate } = await checked('good')
    expect(certificate).toEqual({
      id,
      url: server.url,
      name: 'Site 1',
      status: 'valid',
      issuer: 'Flotilla test authority',
      issuer_o: '',
      common_name: 'site.test',
      names: ['site.test', 'www.site.test', '127.0.0.1'],
      valid_from: '2020-01-01T00:00:00Z',
      valid_to: endOfGood,
      days_left: 73,
      problems: [],
      reason: null,
      protocol: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_/),
      fingerprint_sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      checked_at: '2119-10-20T09:00:00Z',
      seen_at: '2119-10-20T09:00:00Z',
    })
  })

  it.each([
    ['chained', 'valid', []],
    ['expired', 'expired', ['expired']],
    ['wrong-name', 'invalid', ['wrong-name']],
    ['self-signed', 'invalid', ['self-signed']],
    ['unknown-authority', 'invalid', ['unknown-authority']],
    ['incomplete', 'invalid', ['incomplete-chain']],
  ] as const)('reports a certificate that is %s as %s', async (name, status, problems) => {
    const { certificate } = await checked(name)
    expect([certificate.status, codes(certificate)]).toEqual([status, problems])
    for (const { message } of certificate.problems) expect(message).toMatch(/^[A-Z].*\.$/)
  })

  it('is expiring with 30 days or less, by the current time and not the last check', async () => {
    const { server, id } = await checked('good')
    const now = async () => (await fixture.rest(`GET /ssl-monitor/info/${id}`)).body.data
    fixture.clock.advance(days(42))
    expect(await now()).toMatchObject({ status: 'valid', days_left: 31 })
    fixture.clock.advance(days(1))
    expect(await now()).toMatchObject({ status: 'expiring', days_left: 30 })
    fixture.clock.advance(days(31))
    expect(await now()).toMatchObject({ status: 'expired', days_left: -1 })
    expect(codes(await now())).toEqual(['expired'])
    expect(server.connections()).toBe(1)
  })

  it('shows the new certificate at once after a renewal', async () => {
    const { server, id } = await checked('expired')
    server.show('good')
    expect((await fixture.check(id)).body.data.status).toBe('valid')
  })

  it('keeps the certificate when the server is gone, and reports why there is no newer one', async () => {
    const { server, id } = await checked('good')
    await server.stop()
    const { body } = await fixture.check(id)
    expect(body.data).toMatchObject({ status: 'unreachable', valid_to: endOfGood, common_name: 'site.test' })
    expect(body.data.reason).toContain('No connection to site.test could be made')
    expect(body).toMatchObject({ success: 0, code: 'svc_connection_failed' })
    expect(body.message).toContain('The certificate was not checked. No connection to site.test could be made')
  })

  it('drops the certificate of a former address', async () => {
    const { id } = await checked('good')
    const gone = { url: 'https://elsewhere.test:2/', identity: 'elsewhere.test:2' }
    await fixture.service.db.updateTable('sites').set(gone).where('id', '=', id).execute()
    expect((await fixture.rest(`GET /ssl-monitor/info/${id}`)).body.data).toMatchObject({
      status: 'unchecked',
      valid_to: null,
    })
    expect((await fixture.check(id)).body.data).toMatchObject({ status: 'unreachable', valid_to: null, names: [] })
  })

  it('reports a server without TLS', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const id = await fixture.site(`https://site.test:${(server.address() as AddressInfo).port}/`)
    const { data } = (await fixture.check(id)).body
    expect([data.status, codes(data)]).toEqual(['invalid', ['no-encryption']])
    expect(data.reason).toContain('TLS 1.2')
  })

  it('makes no connection to an http site', async () => {
    const id = await fixture.site('http://plain.test/')
    const { body } = await fixture.check(id)
    expect(body.data).toMatchObject({ status: 'plain-http', reason: expect.stringContaining('Install a certificate') })
    expect([body.success, body.message]).toEqual([1, expect.stringContaining('The certificate was not checked.')])
  })

  it('rejects an address that is not public', async () => {
    const id = await fixture.site('https://10.0.0.1/')
    expect((await fixture.check(id)).body.data).toMatchObject({
      status: 'unreachable',
      reason: expect.stringContaining('does not lead to a public address'),
    })
  })

  it('accepts the address of the site, PUT and PATCH', async () => {
    const { server } = await checked('good')
    const address = encodeURIComponent(server.url)
    expect((await fixture.rest(`PUT /ssl-monitor/${address}`)).body).toMatchObject({
      success: 1,
      message: 'Certificate checked.',
      data: { status: 'valid' },
    })
    expect((await fixture.rest(`PATCH /ssl-monitor/${address}`)).status).toBe(200)
  })

  it('makes no connection in a dry run', async () => {
    const server = await fixture.serve('good')
    const id = await fixture.site(server.url)
    const { body } = await fixture.rest(`POST /ssl-monitor/${id}`, { dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, site_id: id, count: 1 })
    expect(server.connections()).toBe(0)
  })

  it('rejects unknown sites, sites outside the limits of a key, and readers', async () => {
    await fixture.site('https://one.test/')
    await fixture.site('https://two.test/')
    const { keys, viewer } = fixture.people
    const post = (id: number, headers: Record<string, string>) =>
      fixture.rest(`POST /ssl-monitor/${id}`, undefined, headers)
    expect((await fixture.check(99)).body.code).toBe('svc_site_not_found')
    expect((await post(2, keys.limited.headers)).status).toBe(404)
    expect((await post(1, keys.limited.headers)).status).toBe(200)
    expect((await post(1, keys.read.headers)).status).toBe(403)
    expect((await post(1, viewer.headers)).status).toBe(403)
  })
})

describe('a warning', () => {
  const warnings = async () =>
    (await fixture.service.db.selectFrom('ssl_warnings').selectAll().orderBy('warned_at').execute()).map(
      ({ threshold, days_left }) => [threshold, days_left],
    )

  it('is recorded once at each of 30, 14, 7 and 1 days', async () => {
    const { id } = await checked('good')
    fixture.clock.advance(days(40))
    for (let day = 40; day < 75; day++) {
      await fixture.check(id)
      await fixture.check(id)
      fixture.clock.advance(days(1))
    }
    expect(await warnings()).toEqual([
      [30, 30],
      [14, 14],
      [7, 7],
      [1, 1],
    ])
  })

  it('is announced with a sentence about what to do', async () => {
    fixture.clock.advance(days(67))
    const { server } = await checked('good')
    expect(await notificationsOf(fixture.service.db)).toMatchObject([
      {
        kind: 'certificate',
        site_id: 1,
        site_url: server.url,
        site_name: 'Site 1',
        cause: 'The certificate expires on 2120-01-01, in 6 days; renew it.',
      },
    ])
    expect(await dataOfEvents(fixture.service.db, 'certificate.problem')).toMatchObject([
      { expires_on: '2120-01-01', days_left: 6 },
    ])
  })

  it('is sent once for a certificate that is found late, and again for the next certificate', async () => {
    fixture.clock.advance(days(67))
    const { server, id } = await checked('good')
    expect(await warnings()).toEqual([[7, 6]])
    server.show('expired')
    await fixture.check(id)
    expect((await warnings()).map(([threshold]) => threshold)).toEqual([7, 1])
  })

  it('is sent while the server is unreachable', async () => {
    const { server, id } = await checked('good')
    await server.stop()
    fixture.clock.advance(days(45))
    await fixture.check(id)
    expect(await warnings()).toEqual([[30, 28]])
  })

  it('is recorded once by two simultaneous checks', async () => {
    fixture.clock.advance(days(67))
    const { id } = await checked('good')
    await fixture.service.db.deleteFrom('ssl_warnings').execute()
    await Promise.all(Array.from({ length: 5 }, () => fixture.check(id)))
    expect(await warnings()).toEqual([[7, 6]])
  })
})
