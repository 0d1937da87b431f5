import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const disconnect = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  fixture.ability('disconnect-site', { site_id_or_domain, ...more }, headers)
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('stops calls without notifying the site, and keeps the key', async () => {
  const { child, id } = await fixture.connected()
  const calls = { ...child.counts }
  const { body } = await disconnect(child.url)
  expect(body).toEqual({
    disconnected: true,
    site_id: id,
    site_url: child.url,
    site_name: expect.any(String),
    status: 'disconnected',
  })
  expect(child.counts).toEqual(calls)
  expect(child.connection).not.toBeNull()
  expect((await rowOf(id)).private_key).not.toBeNull()
  const { connection } = (await fixture.ability('get-site', { site_id_or_domain: id })).body
  expect(connection).toMatchObject({ ok: false, code: 'svc_site_disconnected' })
  expect((await disconnect(id)).body.status).toBe('disconnected')
})

it('with notify_child makes the site delete our key, and deletes it here', async () => {
  const { child, id } = await fixture.connected()
  const { body } = await disconnect(id, { notify_child: true })
  expect(body).toMatchObject({ disconnected: true, status: 'disconnected', child_notified: true })
  expect(child.connection).toBeNull()
  expect((await rowOf(id)).private_key).toBeNull()
  // The token of the registration stays, so no password is needed.
  expect((await fixture.ability('reconnect-site', { site_id_or_domain: id })).body.status).toBe('connected')
})

it('can notify the site in a later call', async () => {
  const { child, id } = await fixture.connected()
  await disconnect(id)
  expect((await disconnect(id, { notify_child: true })).body.child_notified).toBe(true)
  expect(child.connection).toBeNull()
})

it('disconnects a site that cannot be notified, and keeps the key that is still valid there', async () => {
  const { child, id } = await fixture.connected()
  child.setFault('refuse', { on: '*' })
  const { status, body } = await disconnect(id, { notify_child: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'disconnected',
    child_notified: false,
    child_problem: { code: 'svc_connection_failed' },
  })
  expect((await rowOf(id)).private_key).not.toBeNull()
})

it('keeps the reason of a site that was never connected; a suspended one becomes disconnected and keeps its suspension', async () => {
  await seedSites(fixture.service.db, 2, (number) =>
    number === 1
      ? { connection: 'never', private_key: null, disconnected_code: 'svc_site_offline' }
      : { suspended_by: 'hand' },
  )
  expect((await disconnect(1)).body.status).toBe('disconnected')
  expect(await rowOf(1)).toMatchObject({ connection: 'never', disconnected_code: 'svc_site_offline' })
  expect((await disconnect(2)).body.status).toBe('disconnected')
  expect(await rowOf(2)).toMatchObject({ connection: 'disconnected', suspended_by: 'hand' })
})

it('lists the site in a dry run', async () => {
  const { child, id } = await fixture.connected()
  expect((await disconnect(id, { notify_child: true, dry_run: true })).body).toMatchObject({ site_id: id, count: 1 })
  expect([child.connection === null, (await rowOf(id)).connection]).toEqual([false, 'connected'])
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await disconnect(99)).body.code).toBe('svc_site_not_found')
  expect((await disconnect(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
})

it('responds over REST, in batches, and like the established product', async () => {
  await seedSites(fixture.service.db, 3)
  const { body } = await fixture.rest('PUT /sites/1/disconnect')
  expect(body).toMatchObject({ success: 1, message: 'Site disconnected.', data: { status: 'disconnected' } })
  expect((await fixture.rest('POST /sites/batch', { disconnect: [2] })).body.disconnect).toMatchObject([{ success: 1 }])
  const theirs = await fixture.aliased('disconnect-site', { site_id_or_domain: 3 })
  expect(theirs.body).toMatchObject({ disconnected: true, site: { id: 3, status: 'disconnected' } })
})
