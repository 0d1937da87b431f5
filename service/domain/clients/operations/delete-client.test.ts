import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const sites = () => fixture.service.db.selectFrom('sites').select(['id', 'client_id', 'status']).orderBy('id').execute()
const client_id_or_email = 'info@acme.example'

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await rest('POST /clients/fields/add', { name: 'VAT' })
  const custom_fields = { VAT: 'DE1' }
  await ability('add-client', { name: 'Acme', client_email: client_id_or_email, custom_fields, selected_sites: [1, 2] })
})

describe('delete-client', () => {
  it('keeps its sites unchanged, without a client, and reports them', async () => {
    await ability('suspend-client', { client_id_or_email })
    await ability('add-client', { name: 'Other', selected_sites: [3] })
    const { status, body } = await ability('delete-client', { client_id_or_email, confirm: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      deleted: true,
      client_id: 1,
      client_name: 'Acme',
      sites_unassigned: 2,
      sites_left_suspended: 2,
    })
    expect(await sites()).toEqual([
      { id: 1, client_id: null, status: 'suspended' },
      { id: 2, client_id: null, status: 'suspended' },
      { id: 3, client_id: 2, status: 'connected' },
    ])
    expect((await ability('delete-client', { client_id_or_email, confirm: true })).status).toBe(404)
    expect((await ability('list-clients')).body).toMatchObject({ total: 1, items: [{ name: 'Other' }] })
  })

  it.each([{}, { confirm: false }])('needs confirm: %j', async (confirmation) => {
    const { status, body } = await ability('delete-client', { client_id_or_email, ...confirmation })
    expect(status).toBe(400)
    expect(body.code).toBe('svc_confirmation_required')
    expect((await ability('get-client', { client_id_or_email })).status).toBe(200)
  })

  it('needs no confirm with DELETE over REST', async () => {
    const { body } = await rest('DELETE /clients/1/remove')
    expect(body).toMatchObject({ success: 1, message: 'Client deleted.', data: { deleted: true, client_id: 1 } })
    expect((await rest('DELETE /clients/1/remove')).body.code).toBe('svc_client_not_found')
    expect((await rest('POST /clients/1/remove')).status).toBe(405)
  })

  it('returns the consequences in a dry run and deletes nothing, even with confirm', async () => {
    await ability('suspend-site', { site_id_or_domain: 1 })
    await fixture.service.db.pool.query(`
      insert into costs (name, price, created_at, updated_at) values ('Hosting', 5, now(), now());
      insert into cost_targets (cost_id, client_id) values (1, 1);
      insert into time_tasks (title, client_id, timer_mode, date, created_by, created_at, updated_at)
        values ('Relaunch', 1, 'count_up', now(), 'ada', now(), now());
      insert into time_entries (task_id, kind, user_name, started_at, ended_at, milliseconds)
        values (1, 'timer', 'ada', now(), now(), 5400000)`)
    const { body } = await ability('delete-client', { client_id_or_email, confirm: true, dry_run: true })
    expect(body).toMatchObject({
      dry_run: true,
      client_id: 1,
      client_name: 'Acme',
      would_affect: [{ id: 1, name: 'Acme', sites_count: 2 }],
      count: 1,
      associated_sites_count: 2,
      warnings: [
        'Its sites (2) would stay in the fleet without a client.',
        'Suspended sites (1) would stay suspended.',
        'Its costs (1) would stay without this client.',
        'Its tasks (1, 1.5 hours) would stay without a client.',
      ],
    })
    expect((await sites())[0]).toMatchObject({ client_id: 1 })
    expect((await ability('delete-client', { client_id_or_email: 9, dry_run: true })).status).toBe(404)
  })

  it('needs the delete scope', async () => {
    const { headers } = fixture.people.keys.write
    expect((await ability('delete-client', { client_id_or_email, confirm: true }, headers)).status).toBe(403)
    expect((await rest('DELETE /clients/1/remove', undefined, headers)).status).toBe(403)
  })

  it('is refused to a limited key that does not see all of its sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('delete-client', { client_id_or_email, confirm: true }, headers)).status).toBe(403)
    await ability('update-client', { client_id_or_email, selected_sites: [1] })
    expect((await ability('delete-client', { client_id_or_email, confirm: true }, headers)).status).toBe(200)
  })

  it('returns the deleted record to clients of the established product', async () => {
    const { body } = await aliased('delete-client', { client_id_or_email, confirm: true, user_confirmed: true })
    expect(body).toMatchObject({ id: 1, name: 'Acme', deleted: true })
  })
})
