import { describe, expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const get = async (id = 1, headers?: Record<string, string>) =>
  (await fixture.rest(`GET /incidents/${id}`, undefined, headers)).body.data

it('shows the incident, its site and what was done about it', async () => {
  expect(await get()).toEqual({
    id: 1,
    status: 'down',
    started_at: '2026-11-15 08:30:00',
    ended_at: null,
    ended_by: null,
    duration_sec: 1800,
    downtime_sec: 1800,
    cause: 'The site answered 500; expected 200-206.',
    cause_code: 'status',
    down_count: 3,
    resolved: false,
    alarm: 'sent',
    site_id: 1,
    site_url: 'https://site-1.example/',
    site_name: 'Site 1',
    address: '203.0.113.7',
    handling: {
      state: 'open',
      acknowledged_at: null,
      acknowledged_by: null,
      assigned_to: null,
      resolved_at: null,
      resolved_by: null,
      report_text: '',
    },
    cause_hint: null,
    same_host_sites: 0,
    maintenance: null,
    timeline: [
      {
        at: '2026-11-15T08:30:00Z',
        kind: 'down',
        text: 'The site answered 500; expected 200-206.',
        user: '',
        outcome: 'done',
      },
    ],
    changes_complete: true,
  })
})

describe('what changed before', () => {
  it('is in the timeline for 24 hours, with a hint at the cause', async () => {
    await fixture.seedChange(4, { item: 'WooCommerce' })
    await fixture.seedChange(100, { item: 'Akismet' })
    await fixture.seedChange(25 * 60, { item: 'Too old' })
    const { timeline, cause_hint } = await get()
    expect(cause_hint).toBe('WooCommerce was updated 4 minutes before.')
    expect(timeline.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ['change', 'Akismet updated from 1.0 to 1.1'],
      ['change', 'WooCommerce updated from 1.0 to 1.1'],
      ['down', 'The site answered 500; expected 200-206.'],
    ])
  })

  it('includes syncs', async () => {
    const at = new Date('2026-11-15T08:10:00Z')
    await fixture.service.db.updateTable('sites').set({ last_sync: at }).where('id', '=', 1).execute()
    expect((await get()).timeline[0]).toEqual({
      at: '2026-11-15T08:10:00Z',
      kind: 'sync',
      text: 'The site was synced.',
      user: '',
      outcome: 'done',
    })
  })

  it('is limited, and the answer says so', async () => {
    for (let number = 0; number < 101; number++) await fixture.seedChange(number, { item: `Plugin ${number}` })
    const { timeline, changes_complete } = await get()
    expect([timeline.length, changes_complete]).toEqual([101, false])
  })

  it('is not shown while the module of the change log is off', async () => {
    await fixture.seedChange(4, { item: 'WooCommerce' })
    await fixture.rest('PUT /modules/logs', { active: false })
    expect(await get()).toMatchObject({ changes_complete: false, cause_hint: null, timeline: [{ kind: 'down' }] })
  })
})

it('counts other sites at the same address that went down at the same time', async () => {
  const started_at = new Date('2026-11-15T08:32:00Z')
  const incident = { started_at, ended_at: null, ended_by: null, cause_code: 'status', cause: 'down', down_count: 1 }
  await fixture.service.db
    .insertInto('monitor_incidents')
    .values([2, 4].map((site_id) => ({ site_id, ...incident })))
    .execute()
  expect(await get()).toMatchObject({
    same_host_sites: 2,
    cause_hint: '2 other sites at the same address went down at the same time.',
  })
  // The limited key sees sites 1 and 4.
  expect(await get(1, fixture.people.keys.limited.headers)).toMatchObject({ same_host_sites: 1 })
})

it('shows present maintenance', async () => {
  await fixture.rest('POST /maintenance/add', { title: 'Move', site_id: 1, ends_at: '2026-11-15T10:00:00Z' })
  expect((await get()).maintenance).toEqual({ title: 'Move', ends_at: '2026-11-15T10:00:00Z' })
})

it('returns 404 for an unknown incident and for one of a site beyond the limits', async () => {
  const unknown = await fixture.rest('GET /incidents/99')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'svc_incident_not_found'])
  expect((await fixture.rest('GET /incidents/2', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
