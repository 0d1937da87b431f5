import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const sites = () => fixture.service.db.selectFrom('sites').select(['status', 'suspended_by']).orderBy('id').execute()

beforeEach(async () => {
  await seedSites(fixture.service.db, 4, (number) => ({ ...(number === 2 && { connection: 'disconnected' }) }))
  await ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [1, 2, 3] })
})

describe('suspend-client', () => {
  it('suspends all its sites and returns their number', async () => {
    const { status, body } = await ability('suspend-client', { client_id_or_email: 'Info@acme.example' })
    expect(status).toBe(200)
    expect(body).toEqual({
      suspended: true,
      client_id: 1,
      client_name: 'Acme',
      status: 'suspended',
      sites_suspended: 3,
    })
    expect((await ability('get-client', { client_id_or_email: 1 })).body.status).toBe('suspended')
    expect(await sites()).toEqual([
      { status: 'suspended', suspended_by: 'client' },
      { status: 'suspended', suspended_by: 'client' },
      { status: 'suspended', suspended_by: 'client' },
      { status: 'connected', suspended_by: 'none' },
    ])
  })

  it('counts only the sites it suspended, and keeps suspensions by hand', async () => {
    await ability('suspend-site', { site_id_or_domain: 3 })
    expect((await ability('suspend-client', { client_id_or_email: 1 })).body.sites_suspended).toBe(2)
    expect((await sites())[2]).toEqual({ status: 'suspended', suspended_by: 'hand' })
  })

  it('changes nothing when repeated', async () => {
    await ability('suspend-client', { client_id_or_email: 1 })
    const before = (await ability('get-client', { client_id_or_email: 1 })).body
    fixture.service.clock.advance(60_000)
    expect((await ability('suspend-client', { client_id_or_email: 1 })).body).toMatchObject({
      suspended: true,
      sites_suspended: 0,
    })
    expect((await ability('get-client', { client_id_or_email: 1 })).body).toEqual(before)
  })

  it('accepts POST, PUT and PATCH over REST', async () => {
    for (const [method, sites_suspended] of [
      ['POST', 3],
      ['PUT', 0],
      ['PATCH', 0],
    ]) {
      const { body } = await rest(`${method} /clients/info%40acme.example/suspend`)
      expect(body).toMatchObject({
        success: 1,
        message: 'Client suspended.',
        data: { suspended: true, client_id: 1, sites_suspended },
      })
    }
    expect((await rest('GET /clients/1')).body.data).toMatchObject({ status: 'suspended', suspended: 1 })
  })

  it('lists the sites in a dry run and suspends none', async () => {
    await ability('suspend-site', { site_id_or_domain: 3 })
    const { body } = await rest('POST /clients/1/suspend', { dry_run: true })
    expect(body.data).toEqual({
      dry_run: true,
      client_id: 1,
      client_name: 'Acme',
      would_affect: [
        { id: 1, url: 'https://site-1.example/', name: 'Site 1' },
        { id: 2, url: 'https://site-2.example/', name: 'Site 2' },
      ],
      count: 2,
      warnings: [],
    })
    expect((await ability('get-client', { client_id_or_email: 1 })).body.status).toBe('active')
    expect((await sites())[0]!.suspended_by).toBe('none')
  })

  it('is audited, also when it fails', async () => {
    await ability('suspend-client', { client_id_or_email: 1 })
    await ability('suspend-client', { client_id_or_email: 99 })
    const lines = await fixture.service.db
      .selectFrom('audit_lines')
      .select(['actor_name', 'subject', 'outcome'])
      .where('operation', '=', 'suspend-client')
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { subject: '{"client_id_or_email":1}', outcome: 'ok' },
      { subject: '{"client_id_or_email":99}', outcome: 'svc_client_not_found' },
    ])
  })

  it('returns 404 for unknown clients and 403 to viewers', async () => {
    expect((await rest('PUT /clients/99/suspend')).status).toBe(404)
    const { headers } = fixture.people.viewer
    expect((await ability('suspend-client', { client_id_or_email: 1 }, headers)).status).toBe(403)
  })

  it('is refused to a limited key that does not see all of its sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('suspend-client', { client_id_or_email: 1 }, headers)).status).toBe(403)
    expect((await sites())[0]!.suspended_by).toBe('none')
    await ability('update-client', { client_id_or_email: 1, selected_sites: [1] })
    expect((await ability('suspend-client', { client_id_or_email: 1 }, headers)).body.sites_suspended).toBe(1)
  })

  it('keeps suspended as true for clients of the established product', async () => {
    const { body } = await aliased('suspend-client', { client_id_or_email: 1 })
    expect(body).toMatchObject({ suspended: true, id: 1, name: 'Acme' })
  })
})
