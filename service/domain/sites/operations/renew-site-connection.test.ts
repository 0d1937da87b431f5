import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ connector: { recheck: { attempts: 1, waitMs: 0, maxWaitMs: 0 } } })
const renew = (id: number | string, payload: object = {}, headers?: Record<string, string>) =>
  fixture.rest(`POST /sites/${id}/renew-connection`, payload, headers)
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** A signed call, to test that the key works. */
const works = async (id: number) => (await fixture.ability('reconnect-site', { site_id_or_domain: id })).status

it('replaces the key without disconnecting', async () => {
  const { child, id } = await fixture.connected()
  const before = await rowOf(id)
  const { status, body } = await renew(id)
  expect([status, body]).toMatchObject([200, { success: 1, data: { renewed: true, site_id: id, status: 'connected' } }])
  const after = await rowOf(id)
  expect(after.private_key).not.toBe(before.private_key)
  expect(after.pending_private_key).toBeNull()
  expect(child.connection?.publicKey).toBe(after.public_key)
  expect([child.counts.disconnect, await works(id)]).toEqual([undefined, 200])
})

it('keeps the old key when the site refuses or cannot be reached', async () => {
  const { child, id } = await fixture.connected()
  const before = await rowOf(id)
  child.registrations.clear()
  const refused = await renew(id)
  expect([refused.status, refused.body.code]).toEqual([502, 'svc_registration_refused'])
  child.setFault('refuse', { on: 'register' })
  expect((await renew(id)).status).toBe(503)
  child.clearFaults()
  expect(await rowOf(id)).toMatchObject({ private_key: before.private_key, connection: 'connected' })
  expect(await works(id)).toBe(200)
})

it('keeps both keys when the response is lost, and tries the new one at the next call', async () => {
  const { child, id } = await fixture.connected()
  const before = await rowOf(id)
  // The site accepts the new key; then no response arrives.
  child.setFault('cut-after', { on: 'register', times: 1 })
  child.setFault('reset', { on: ['stats', 'extra_execution'] })
  const response = renew(id)
  await fixture.passTime([response])
  expect([(await response).status, (await response).body.code]).toEqual([502, 'svc_outcome_unknown'])
  const inDoubt = await rowOf(id)
  expect(inDoubt).toMatchObject({ private_key: before.private_key, connection: 'connected' })
  expect(inDoubt.pending_private_key).not.toBeNull()
  child.clearFaults()
  const opened = fixture.ability('reconnect-site', { site_id_or_domain: id })
  await fixture.passTime([opened])
  expect((await opened).status).toBe(200)
  const settled = await rowOf(id)
  expect(settled).toMatchObject({ pending_private_key: null, public_key: child.connection?.publicKey })
  expect(child.counts.register).toBe(2)
})

it('tries a pending key before it creates another, so that none is lost', async () => {
  const { child, id } = await fixture.connected()
  child.setFault('cut-after', { on: 'register', times: 1 })
  child.setFault('reset', { on: ['stats', 'extra_execution'] })
  const first = renew(id)
  await fixture.passTime([first])
  child.clearFaults()
  // The site has the pending key and accepts no other.
  child.registrations.clear()
  const second = renew(id)
  await fixture.passTime([second])
  expect((await second).body.code).toBe('svc_registration_refused')
  expect((await rowOf(id)).public_key).toBe(child.connection?.publicKey)
  expect(await works(id)).toBe(200)
})

it('needs a connected site and its token', async () => {
  const { id } = await fixture.connected()
  await fixture.service.db.updateTable('sites').set({ regverify: null }).where('id', '=', id).execute()
  expect((await renew(id)).body.code).toBe('svc_no_reconnect_token')
  await fixture.ability('disconnect-site', { site_id_or_domain: id })
  expect((await renew(id)).body.code).toBe('svc_site_disconnected')
})

it('lists the site in a dry run and calls nothing', async () => {
  const { child, id } = await fixture.connected()
  const calls = { ...child.counts }
  expect((await renew(id, { dry_run: true })).body.data).toMatchObject({ site_id: id, count: 1, warnings: [] })
  expect(child.counts).toEqual(calls)
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await renew(99)).body.code).toBe('svc_site_not_found')
  expect((await renew(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
})
