import { expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'
import { requireSite, withChild } from './index.ts'
import { connectContextOf } from './testing/connect-context-of.ts'

const fixture = setUpServiceWithSites()
const rowOf = (id: number) => fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst()

it('a site deleted during its sync is deleted with all its rows, and the sync reports it', async () => {
  const { child, id } = await fixture.connected()
  const context = connectContextOf(fixture.service)
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
  const { promise: deleted, resolve: isDeleted } = Promise.withResolvers<void>()
  const sync = withChild(context, await requireSite(context, id), async (site) => {
    const snapshot = await context.connector.readSite(site, { parts: ['plugins'] })
    isRead()
    await deleted
    await context.ingest(id, snapshot)
  })
  const failure = expect(sync).rejects.toMatchObject({ code: 'svc_site_not_found' })
  await read
  const response = await fixture.ability('delete-site', { site_id_or_domain: id, confirm: true })
  isDeleted()
  await failure
  expect(response.body).toMatchObject({ deleted: true, child_notified: true })
  expect([child.connection, await rowOf(id)]).toEqual([null, undefined])
  expect(await fixture.service.db.selectFrom('site_leases').selectAll().execute()).toEqual([])
})

it('a site suspended during work on it is suspended, and the work succeeds', async () => {
  const { id } = await fixture.connected()
  const context = connectContextOf(fixture.service)
  const { promise: suspended, resolve: isSuspended } = Promise.withResolvers<void>()
  const work = context.siteLocks.hold(id, () => suspended.then(() => 'done'))
  expect((await fixture.ability('suspend-site', { site_id_or_domain: id })).body.status).toBe('suspended')
  isSuspended()
  expect(await work).toBe('done')
  expect((await rowOf(id))?.status).toBe('suspended')
})

it('a site suspended while it is reconnected is both', async () => {
  const { child, id } = await fixture.connected()
  child.disconnect()
  const responses = [
    fixture.ability('reconnect-site', { site_id_or_domain: id }),
    fixture.ability('suspend-site', { site_id_or_domain: id }),
  ]
  await fixture.passTime(responses)
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200])
  expect(await rowOf(id)).toMatchObject({ status: 'suspended', connection: 'connected' })
})

it('a site deleted while it is reconnected is deleted, and the child site keeps no key', async () => {
  const { child, id } = await fixture.connected()
  child.disconnect()
  const reconnect = fixture.ability('reconnect-site', { site_id_or_domain: id })
  const remove = fixture.ability('delete-site', { site_id_or_domain: id, confirm: true })
  await fixture.passTime([reconnect, remove])
  expect((await remove).status).toBe(200)
  expect([200, 404]).toContain((await reconnect).status)
  expect([child.connection, await rowOf(id)]).toEqual([null, undefined])
})

it('a site given to a client that is being suspended is suspended too', async () => {
  await fixture.ability('add-client', { name: 'Client' })
  for (let round = 1; round <= 10; round++) {
    await seedSites(fixture.service.db, 1, { url: `https://round-${round}.example/` })
    const responses = await Promise.all([
      fixture.ability('update-site', { site_id_or_domain: round, client_id: 1 }),
      fixture.ability('suspend-client', { client_id_or_email: 1 }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await rowOf(round))?.status).toBe('suspended')
    await fixture.ability('unsuspend-client', { client_id_or_email: 1 })
  }
})

it('concurrent edits of one site are all stored', async () => {
  await seedSites(fixture.service.db, 1)
  for (const name of ['A', 'B']) await fixture.ability('add-tag', { name })
  await fixture.ability('add-client', { name: 'Client' })
  const edits = [
    { name: 'New' },
    { notes: 'new' },
    { client_id: 1 },
    { tags: [1, 2] },
    { ssl_verify: false },
    { admin: 'eve' },
  ]
  const responses = await Promise.all(
    edits.map((edit) => fixture.ability('update-site', { site_id_or_domain: 1, ...edit })),
  )
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  const { body } = await fixture.ability('get-site', { site_id_or_domain: 1 })
  expect(body).toMatchObject({ name: 'New', notes: 'new', client_id: 1, ssl_verify: false, admin_username: 'eve' })
  expect(body.tags).toHaveLength(2)
})

it('a tag deleted while it is added to a site gives a result or an error with a reason', async () => {
  await seedSites(fixture.service.db, 1)
  for (let round = 1; round <= 5; round++) {
    await fixture.ability('add-tag', { name: `Tag ${round}` })
    const [tagged, deleted] = await Promise.all([
      fixture.ability('update-site', { site_id_or_domain: 1, tags: [round] }),
      fixture.ability('delete-tag', { tag_id: round, confirm: true }),
    ])
    expect([200, 400]).toContain(tagged.status)
    expect(deleted.status).toBe(200)
    expect((await fixture.ability('get-site', { site_id_or_domain: 1 })).body.tags).toEqual([])
  }
})
