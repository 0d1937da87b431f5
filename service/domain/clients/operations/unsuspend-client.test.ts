import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const states = async () => {
  const rows = await fixture.service.db.selectFrom('sites').select('status').orderBy('id').execute()
  return rows.map(({ status }) => status)
}

beforeEach(async () => {
  await seedSites(fixture.service.db, 4, (number) =>
    number === 3 ? { connection: 'never', private_key: null } : { connection: 'connected' },
  )
  await ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [1, 2, 3] })
  await ability('suspend-site', { site_id_or_domain: 2 })
  await ability('suspend-site', { site_id_or_domain: 4 })
  await ability('suspend-client', { client_id_or_email: 1 })
})

describe('unsuspend-client', () => {
  it('unsuspends all its sites, also those suspended by hand, and returns their number', async () => {
    const { status, body } = await ability('unsuspend-client', { client_id_or_email: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
      unsuspended: true,
      client_id: 1,
      client_name: 'Acme',
      status: 'active',
      sites_unsuspended: 3,
    })
    expect(await states()).toEqual(['connected', 'connected', 'disconnected', 'suspended'])
    expect((await ability('get-client', { client_id_or_email: 1 })).body.status).toBe('active')
  })

  it('keeps sites suspended by hand with keep_manual', async () => {
    const { body } = await ability('unsuspend-client', { client_id_or_email: 1, keep_manual: true })
    expect(body.sites_unsuspended).toBe(2)
    expect(await states()).toEqual(['connected', 'suspended', 'disconnected', 'suspended'])
  })

  it('does not change the sites of an active client, not even those suspended by hand', async () => {
    await ability('unsuspend-client', { client_id_or_email: 1 })
    await ability('suspend-site', { site_id_or_domain: 2 })
    const plan = await ability('unsuspend-client', { client_id_or_email: 1, dry_run: true })
    expect(plan.body).toMatchObject({ count: 0, warnings: ['Acme is already active, so nothing would change.'] })
    expect((await ability('unsuspend-client', { client_id_or_email: 1 })).body.sites_unsuspended).toBe(0)
    expect((await states())[1]).toBe('suspended')
  })

  it('changes nothing when repeated', async () => {
    await ability('unsuspend-client', { client_id_or_email: 1 })
    expect((await ability('unsuspend-client', { client_id_or_email: 1 })).body).toMatchObject({
      unsuspended: true,
      sites_unsuspended: 0,
    })
  })

  it('accepts POST, PUT and PATCH over REST, with keep_manual as a text', async () => {
    for (const [method, sites_unsuspended] of [
      ['POST', 2],
      ['PUT', 0],
      ['PATCH', 0],
    ]) {
      const { body } = await rest(`${method} /clients/1/unsuspend?keep_manual=true`)
      expect(body).toMatchObject({ success: 1, message: 'Client unsuspended.', data: { sites_unsuspended } })
    }
  })

  it('lists the sites in a dry run and unsuspends none', async () => {
    const { body } = await ability('unsuspend-client', { client_id_or_email: 1, keep_manual: true, dry_run: true })
    expect(body).toMatchObject({ dry_run: true, client_id: 1, would_affect: [{ id: 1 }, { id: 3 }], count: 2 })
    expect(await states()).toEqual(['suspended', 'suspended', 'suspended', 'suspended'])
  })

  it('returns 404 for unknown ids', async () => {
    expect((await ability('unsuspend-client', { client_id_or_email: 99 })).status).toBe(404)
    expect((await ability('unsuspend-client', { client_id_or_email: 1, keep_manual: 'maybe' })).status).toBe(400)
    const { headers } = fixture.people.keys.limited
    expect((await ability('unsuspend-client', { client_id_or_email: 1 }, headers)).status).toBe(403)
  })
})
