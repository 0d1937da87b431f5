import { describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const reconnect = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  fixture.ability('reconnect-site', { site_id_or_domain, ...more }, headers)
const disconnect = (id: number, more: object = {}) =>
  fixture.ability('disconnect-site', { site_id_or_domain: id, ...more })
const detail = async (id: number) => (await fixture.ability('get-site', { site_id_or_domain: id })).body

describe('reconnects', () => {
  it('with the stored key, without a new registration', async () => {
    const { child, id } = await fixture.connected()
    await disconnect(id)
    const { status, body } = await reconnect(id)
    expect([status, body]).toMatchObject([
      200,
      { reconnected: true, site_id: id, site_url: child.url, status: 'connected' },
    ])
    expect(child.counts.register).toBe(1)
    expect((await detail(id)).connection).toEqual({ ok: true, code: null, message: null })
  })

  it('a site that is connected', async () => {
    const { id } = await fixture.connected()
    expect((await reconnect(id)).body.status).toBe('connected')
  })

  it('with the token when the site has deleted our key', async () => {
    const { child, id } = await fixture.connected()
    child.disconnect()
    expect((await reconnect(id)).body.status).toBe('connected')
    expect([child.counts.register, child.connection === null]).toEqual([2, false])
  })

  it('with the password, which is not stored', async () => {
    const { child, id } = await fixture.connected()
    child.disconnect()
    child.registrations.clear()
    expect((await reconnect(id)).body.code).toBe('svc_registration_refused')
    const { body } = await reconnect(id, { admin_password: child.admin.password })
    expect(body.status).toBe('connected')
  })

  it('with corrected credentials in the same call', async () => {
    const child = fixture.nextChild()
    child.uniqueId = 'expected-id'
    const { id } = (await fixture.add(child, { admin: 'unknown', ssl_verify: false })).body
    const corrections = { admin: child.admin.login, admin_password: child.admin.password, unique_id: 'expected-id' }
    expect((await reconnect(id, { ...corrections, ssl_verify: true })).body.status).toBe('connected')
    expect(await detail(id)).toMatchObject({ admin_username: child.admin.login, ssl_verify: true })
  })

  it('at a corrected address', async () => {
    const [wrong, right] = [fixture.nextChild(), fixture.nextChild()]
    wrong.setFault('refuse', { on: '*' })
    const { id } = (await fixture.add(wrong)).body
    const { body } = await reconnect(id, { url: right.url, admin_password: right.admin.password })
    expect(body).toMatchObject({ status: 'connected', site_url: right.url })
  })
})

describe('when it fails', () => {
  it('returns the reason and records it', async () => {
    const { child, id } = await fixture.connected()
    await disconnect(id)
    child.setFault('refuse', { on: '*' })
    const response = await reconnect(id)
    expect([response.status, response.body.code]).toEqual([503, 'svc_connection_failed'])
    expect((await detail(id)).connection).toMatchObject({ ok: false, code: 'svc_connection_failed' })
  })

  it('keeps a connected site connected if it only cannot be reached', async () => {
    const { child, id } = await fixture.connected()
    child.setFault('refuse', { on: '*' })
    expect((await reconnect(id)).status).toBe(503)
    expect((await detail(id)).status).toBe('connected')
  })

  it('keeps a connected site connected that refuses our key once, and says why', async () => {
    const { child, id } = await fixture.connected()
    child.connect({ publicKey: 'another', server: 'https://another.example/' })
    const response = await reconnect(id)
    expect([response.status, response.body.code, response.body.data.child_code]).toEqual([
      502,
      'svc_registration_refused',
      'REG_ERROR2',
    ])
    expect(await detail(id)).toMatchObject({ status: 'connected', sync_error: { code: response.body.code } })
  })

  it('keeps the key that another dashboard has too, although a password is given', async () => {
    const { child, id } = await fixture.connected()
    await fixture.service.db.pool.query(
      `insert into moved_sites (site_id, source, old_id, imported_key, moved_at)
       select id, 'https://old.example/', 7, encode(sha256(convert_to(public_key, 'UTF8')), 'hex'), now() from sites where id = $1`,
      [id],
    )
    const key = child.connectedKey
    expect((await reconnect(id, { admin_password: child.admin.password })).body.status).toBe('connected')
    expect([child.connectedKey, child.counts.register]).toEqual([key, 1])
  })

  it('keeps a suspended site suspended, connected or not', async () => {
    const { id } = await fixture.connected()
    await disconnect(id)
    await fixture.ability('suspend-site', { site_id_or_domain: id })
    expect((await reconnect(id)).body.status).toBe('suspended')
    expect((await detail(id)).connection.ok).toBe(true)
  })
})

it('refuses the address of another site and a forbidden address, and calls nothing', async () => {
  const { child, id } = await fixture.connected()
  const calls = { ...child.counts }
  await seedSites(fixture.service.db, 1)
  expect((await reconnect(id, { url: 'site-1.example' })).body.code).toBe('svc_site_already_exists')
  expect((await reconnect(id, { url: 'https://192.168.0.1/' })).body.code).toBe('svc_invalid_url')
  expect(child.counts).toEqual(calls)
})

it('lists the site in a dry run and calls nothing', async () => {
  const { child, id } = await fixture.connected()
  const calls = { ...child.counts }
  expect((await reconnect(id, { dry_run: true })).body).toMatchObject({ site_id: id, would_affect: [{ id }] })
  expect(child.counts).toEqual(calls)
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await reconnect(99)).body.code).toBe('svc_site_not_found')
  expect((await reconnect(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
})

it('stores the key that the site has after two concurrent calls', async () => {
  const { child, id } = await fixture.connected()
  child.disconnect()
  const responses = [reconnect(id), reconnect(id)]
  await fixture.passTime(responses)
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200])
  const row = await fixture.service.db
    .selectFrom('sites')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(child.connection?.publicKey).toBe(row.public_key)
})

it('responds over REST, in batches, and like the established product', async () => {
  const { id } = await fixture.connected()
  const { body } = await fixture.rest(`POST /sites/${id}/reconnect`)
  expect(body).toMatchObject({ success: 1, message: 'Site reconnected.', data: { reconnected: true } })
  expect((await fixture.rest('POST /sites/batch', { reconnect: [id] })).body.reconnect).toMatchObject([{ success: 1 }])
  const theirs = await fixture.aliased('reconnect-site', { site_id: id })
  expect(theirs.body).toMatchObject({ reconnected: true, site: { id, status: 'connected' } })
})
