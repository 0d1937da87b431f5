import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

const owners = async () => {
  const rows = await fixture.service.db.selectFrom('sites').select('client_id').orderBy('id').execute()
  return rows.map(({ client_id }) => client_id)
}

/** Resolves when other connections wait for a lock. */
async function untilCallsWait(howMany = 1): Promise<void> {
  for (let tries = 0; tries < 5_000; tries++) {
    const { rowCount } = await fixture.service.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rowCount ?? 0) >= howMany) return
  }
  throw new Error('No connection waits for a lock.')
}

it('of two clients that claim the same sites at once, one gets them all and neither call fails', async () => {
  const sites = (await seedSites(fixture.service.db, 20)).map(({ id }) => id)
  await ability('add-client', { name: 'A', selected_sites: sites.slice(0, 5) })
  await ability('add-client', { name: 'B', selected_sites: sites.slice(15) })
  for (let round = 0; round < 5; round++) {
    const claims = await fixture.service.db.transaction().execute(async (trx) => {
      // Both stop halfway with some of the sites locked.
      await trx
        .updateTable('sites')
        .set({ notes: `round ${round}` })
        .where('id', '=', sites[10]!)
        .execute()
      const responses = [
        ability('update-client', { client_id_or_email: 1, selected_sites: sites }),
        ability('update-client', { client_id_or_email: 2, selected_sites: sites.toReversed() }),
      ]
      await untilCallsWait(2)
      return { responses }
    })
    const responses = await Promise.all(claims.responses)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(await owners()).size).toBe(1)
  }
})

it('clients that claim sites and are suspended and unsuspended at once do not fail', async () => {
  const sites = (await seedSites(fixture.service.db, 20)).map(({ id }) => id)
  await ability('add-client', { name: 'A', selected_sites: sites.slice(0, 10) })
  await ability('add-client', { name: 'B', selected_sites: sites.slice(10) })
  for (let round = 0; round < 5; round++) {
    const responses = await Promise.all([
      ability('update-client', { client_id_or_email: 1, selected_sites: sites }),
      ability('suspend-client', { client_id_or_email: 2 }),
      ability('update-client', { client_id_or_email: 2, selected_sites: sites }),
      ability('unsuspend-client', { client_id_or_email: 1 }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(await owners()).size).toBe(1)
  }
})

it('a site that another client just took stays with it when the former client drops it', async () => {
  await seedSites(fixture.service.db, 1)
  await ability('add-client', { name: 'A', selected_sites: [1] })
  await ability('add-client', { name: 'B' })
  const letting = await fixture.service.db.transaction().execute(async (trx) => {
    await trx.updateTable('sites').set({ client_id: 2 }).where('id', '=', 1).execute()
    const response = ability('update-client', { client_id_or_email: 1, selected_sites: [] })
    await untilCallsWait()
    return { response }
  })
  expect((await letting.response).status).toBe(200)
  expect(await owners()).toEqual([2])
})

it('a site claimed while its client is deleted belongs to the new client', async () => {
  const sites = (await seedSites(fixture.service.db, 10)).map(({ id }) => id)
  for (let round = 0; round < 5; round++) {
    const gone = (await ability('add-client', { name: 'Gone', selected_sites: sites })).body.id
    const heir = (await ability('add-client', { name: 'Heir' })).body.id
    const [deleted, claimed] = await Promise.all([
      ability('delete-client', { client_id_or_email: gone, confirm: true }),
      ability('update-client', { client_id_or_email: heir, selected_sites: sites }),
    ])
    expect([deleted.status, claimed.status]).toEqual([200, 200])
    expect(await owners()).toEqual(sites.map(() => heir))
  }
})

it('200 concurrent edits of one client are all stored', async () => {
  const columns = ['client_phone', 'address_1', 'address_2', 'city', 'state', 'zip', 'country', 'note']
  const added = Array.from({ length: 192 }, (_, index) => `field ${index}`)
  const field_list = added.map((field_name) => ({ field_name, field_desc: '' }))
  await ability('add-client', { name: 'A', custom_fields: field_list })
  const edits = [
    ...columns.map((column) => ({ [column]: `new ${column}` })),
    ...added.map((name) => ({ custom_fields: { [name]: `new ${name}` } })),
  ]
  const responses = await Promise.all(edits.map((edit) => rest('PATCH /clients/1/edit', edit)))
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  const { data } = (await rest('GET /clients/1')).body
  expect(data).toMatchObject(Object.fromEntries(columns.map((column) => [column, `new ${column}`])))
  expect(data.custom_fields).toEqual(Object.fromEntries(added.map((name) => [name, `new ${name}`])))
})

it('a client suspended during a sync of its site: both are stored', async () => {
  await seedSites(fixture.service.db, 2)
  await ability('add-client', { name: 'A', selected_sites: [1, 2] })
  const suspension = await fixture.service.db.transaction().execute(async (trx) => {
    await trx.updateTable('sites').set({ wp_version: '7.0', php_version: '8.4' }).where('id', '=', 2).execute()
    const response = ability('suspend-client', { client_id_or_email: 1 })
    await untilCallsWait()
    return { response }
  })
  expect((await suspension.response).body.sites_suspended).toBe(2)
  const site = await fixture.service.db.selectFrom('sites').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
  expect(site).toMatchObject({ wp_version: '7.0', php_version: '8.4', status: 'suspended', suspended_by: 'client' })
})

it('a site given to a client that is being suspended is suspended too', async () => {
  await seedSites(fixture.service.db, 1)
  await ability('add-client', { name: 'A' })
  const giving = await fixture.service.db.transaction().execute(async (trx) => {
    // Like an edit of the site: the foreign key locks the client.
    await trx.updateTable('sites').set({ client_id: 1 }).where('id', '=', 1).execute()
    const response = ability('suspend-client', { client_id_or_email: 1 })
    await untilCallsWait()
    return { response }
  })
  expect((await giving.response).body.sites_suspended).toBe(1)
})

it('an edit during the deletion of its custom field is stored or gets an error with a reason', async () => {
  for (let round = 0; round < 5; round++) {
    await rest('POST /clients/fields/add', { name: 'VAT' })
    const clients = await Promise.all(['A', 'B', 'C'].map((name) => ability('add-client', { name })))
    const responses = await Promise.all([
      ...clients.map(({ body }) =>
        ability('update-client', { client_id_or_email: body.id, custom_fields: { VAT: '1' } }),
      ),
      rest('DELETE /clients/fields/VAT/delete'),
    ])
    expect(responses.pop()!.status).toBe(200)
    for (const { status } of responses) expect([200, 400]).toContain(status)
  }
  expect(await fixture.service.db.selectFrom('client_field_values').selectAll().execute()).toEqual([])
})
