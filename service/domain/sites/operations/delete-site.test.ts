import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { takeLease } from '../connection/site-lease-store.ts'

const fixture = setUpServiceWithSites()
const remove = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  fixture.ability('delete-site', { site_id_or_domain, ...more }, headers)
const countRows = async () => (await fixture.service.db.selectFrom('sites').select('id').execute()).length

it('makes the connector plugin delete our key and deletes the site', async () => {
  const { child, id } = await fixture.connected({ name: 'Gone' })
  const { status, body } = await remove(child.url, { confirm: true })
  expect([status, body]).toEqual([
    200,
    { deleted: true, site_id: id, site_url: child.url, site_name: 'Gone', child_notified: true },
  ])
  expect([child.connection, await countRows()]).toEqual([null, 0])
  expect((await remove(id, { confirm: true })).body.code).toBe('svc_site_not_found')
  // It can be added again.
  expect((await fixture.add(child)).body.status).toBe('connected')
})

it('deletes a site that cannot be notified, and reports it', async () => {
  const { child, id } = await fixture.connected()
  child.setFault('refuse', { on: '*' })
  expect((await remove(id, { confirm: true })).body).toMatchObject({ deleted: true, child_notified: false })
  await seedSites(fixture.service.db, 1, { connection: 'never', private_key: null })
  const { body } = await fixture.rest('DELETE /sites/site-1.example/remove')
  expect(body).toMatchObject({ success: 1, data: { deleted: true, child_notified: false } })
  expect(body.message).toMatch(/was not notified/)
  expect(await countRows()).toBe(0)
})

it('does not call a disconnected site, except with notify_child', async () => {
  const { child, id } = await fixture.connected()
  await fixture.ability('disconnect-site', { site_id_or_domain: id })
  const calls = { ...child.counts }
  const plan = await remove(id, { dry_run: true })
  expect(plan.body.warnings).toContain(
    'The site would not be called, so its connector plugin keeps the key of Flotilla.',
  )
  expect((await remove(id, { confirm: true })).body).toMatchObject({ deleted: true, child_notified: false })
  expect([child.connection === null, child.counts]).toEqual([false, calls])

  const second = await fixture.connected()
  await fixture.ability('disconnect-site', { site_id_or_domain: second.id })
  const { body } = await remove(second.id, { confirm: true, notify_child: true })
  expect([body.child_notified, second.child.connection]).toEqual([true, null])
})

it('does nothing without confirm', async () => {
  const { child, id } = await fixture.connected()
  for (const more of [{}, { confirm: false }, { confirm: 'false' }]) {
    const response = await remove(id, more)
    expect([response.status, response.body.code]).toEqual([400, 'svc_confirmation_required'])
  }
  expect((await remove(id, {}, fixture.people.keys.write.headers)).status).toBe(403)
  expect([child.connection === null, await countRows()]).toEqual([false, 1])
})

it('reports what would be lost in a dry run, even with confirm', async () => {
  const { child, id } = await fixture.connected()
  const { body } = await remove(id, { dry_run: true, confirm: true })
  expect(body).toMatchObject({ dry_run: true, site_id: id, would_affect: [{ id, url: child.url }], count: 1 })
  expect(body.warnings).toHaveLength(2)
  expect([child.connection === null, await countRows()]).toEqual([false, 1])
})

it('does not wait forever for a locked site', async () => {
  const { child, id } = await fixture.connected()
  await takeLease(fixture.service.db, { siteId: id, holder: 'a worker', purpose: 'an update', seconds: 600 })
  const response = remove(id, { confirm: true })
  await fixture.passTime([response])
  expect((await response).body).toMatchObject({ deleted: true, child_notified: false })
  expect([child.connection === null, await countRows()]).toEqual([false, 0])
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await remove(99, { confirm: true })).body.code).toBe('svc_site_not_found')
  expect((await remove(2, { confirm: true }, fixture.people.keys.limited.headers)).status).toBe(404)
})

it('needs no confirm with DELETE and in a batch', async () => {
  await seedSites(fixture.service.db, 3, { private_key: null, connection: 'disconnected' })
  const { body } = await fixture.rest('DELETE /sites/1/remove')
  expect(body).toMatchObject({ success: 1, data: { deleted: true, site_id: 1 } })
  const batched = await fixture.rest('POST /batch', { sites: { delete: [2], remove: [3, 99] } })
  expect(batched.body.sites).toMatchObject({
    delete: [{ id: 2, success: 1 }],
    remove: [
      { id: 3, success: 1 },
      { id: 99, success: 0 },
    ],
  })
})

it('returns the record to clients of the established product', async () => {
  await seedSites(fixture.service.db, 1, { private_key: null, connection: 'disconnected' })
  const { body } = await fixture.aliased('delete-site', { site_id_or_domain: 1, confirm: true })
  expect(body).toMatchObject({ dry_run: false, deleted: true, site: { id: 1, name: 'Site 1' }, would_affect: [] })
})

it('does not call a site whose key another dashboard uses too, except with notify_child', async () => {
  const shared = async () => {
    const { child, id } = await fixture.connected()
    await fixture.service.db.pool.query(
      `insert into moved_sites (site_id, source, old_id, imported_key, moved_at)
       select id, 'https://old.example/wp-admin/', 1, encode(sha256(convert_to(public_key, 'UTF8')), 'hex'), now()
       from sites where id = $1`,
      [id],
    )
    return { child, id }
  }
  const kept = await shared()
  const plan = await remove(kept.id, { dry_run: true })
  expect(plan.body.warnings).toContain(
    'Another dashboard uses the same key, so the site would not be called and keeps it.',
  )
  expect((await remove(kept.id, { confirm: true })).body).toMatchObject({ deleted: true, child_notified: false })
  expect(kept.child.connection).not.toBeNull()

  const ended = await shared()
  const { body } = await remove(ended.id, { confirm: true, notify_child: true })
  expect([body.child_notified, ended.child.connection]).toEqual([true, null])

  const takenOver = await shared()
  await fixture.service.db.pool.query(`update moved_sites set imported_key = 'another' where site_id = $1`, [
    takenOver.id,
  ])
  expect((await remove(takenOver.id, { confirm: true })).body.child_notified).toBe(true)
})
