import { afterEach, describe, expect, it } from 'vitest'
import type { Fleet } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { connectedFleet } from '../../../testing/connected-fleet.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService({ works: true })
const { ability, aliased, rest } = callers(fixture)
let fleet: Fleet | undefined
afterEach(async () => {
  await fleet?.close()
  fleet = undefined
})
const startFleet = async (sites: number) => {
  ;({ fleet } = await connectedFleet(fixture.service, { sites, clock: fixture.service.clock }))
  return fleet
}

describe('up to 200 sites', () => {
  it('returns the result of each', async () => {
    const { sites } = await startFleet(3)
    const { status, body } = await ability('sync-sites')
    expect(status).toBe(200)
    expect(body).toMatchObject({ queued: false, errors: [], total_synced: 3, total_errors: 0 })
    expect(body.synced).toEqual(sites.map(({ url, title }, index) => ({ id: index + 1, url, name: title })))
  })

  it('counts a site that did not send everything as synced in part', async () => {
    const { sites } = await startFleet(2)
    sites[0]!.setFault('wrong-types', { on: 'stats' })
    const { body } = await rest('POST /sites/sync')
    expect(body.message).toMatch(/^1 of 2 sites synced, 1 in part\./)
    expect(body.errors).toMatchObject([{ site_id: 1, code: 'svc_sync_incomplete' }])
    expect((await rest('GET /jobs')).body.data[0]).toMatchObject({ outcome: 'partial', failed: 1, partial: 1 })
  })

  it('reports failed sites beside the synced ones, with the identifiers of the caller', async () => {
    const { sites } = await startFleet(4)
    const { db } = fixture.service
    await db.updateTable('sites').set({ suspended_by: 'client' }).where('id', '=', 2).execute()
    await db.updateTable('sites').set({ connection: 'disconnected' }).where('id', '=', 3).execute()
    sites[3]!.setFault('refuse', { on: '*' })
    const domain = sites[3]!.url.replace(/^http:\/\//, '').replace(/\/$/, '')
    const { body } = await ability('sync-sites', {
      site_ids_or_domains: [1, 2, '3', domain, 1, sites[0]!.url, 99, 'no.example'],
    })
    expect(body).toMatchObject({ queued: false, total_synced: 1, total_errors: 5 })
    expect(body.synced.map(({ id }: { id: number }) => id)).toEqual([1])
    const reported = body.errors.map(({ identifier, site_id, code }: Record<string, unknown>) => [
      identifier,
      site_id,
      code,
    ])
    expect(reported).toEqual([
      [99, undefined, 'svc_site_not_found'],
      ['no.example', undefined, 'svc_site_not_found'],
      [2, 2, 'svc_site_suspended'],
      [3, 3, 'svc_site_disconnected'],
      [domain, 4, 'svc_connection_failed'],
    ])
    expect(sites[1]!.counts.stats).toBeUndefined()
  })

  it('accepts the aliases and leaves out excluded sites', async () => {
    await startFleet(3)
    const { body } = await aliased('sync-sites', { site_ids: [1, 2], exclude_ids: [2] })
    expect(body.synced.map(({ id }: { id: number }) => id)).toEqual([1])
    const all = await rest('PUT /sites/sync', { exclude: '1,3' })
    expect(all.body.data.synced.map(({ id }: { id: number }) => id)).toEqual([2])
    const some = await rest('POST /sites/sync?include=3', {})
    expect(some.body.data).toMatchObject({ queued: false, total_synced: 1 })
  })

  it('treats an empty list as all sites that the caller may see, and refuses a wrong one', async () => {
    await startFleet(2)
    const { limited } = fixture.people.keys
    expect((await ability('sync-sites', {}, limited.headers)).body.synced).toMatchObject([{ id: 1 }])
    expect((await ability('sync-sites', { site_ids_or_domains: [2] }, limited.headers)).body).toMatchObject({
      total_synced: 0,
      errors: [{ identifier: 2, code: 'svc_site_not_found' }],
    })
    expect((await ability('sync-sites', { site_ids_or_domains: { all: true } })).status).toBe(400)
    expect((await ability('sync-sites', {}, fixture.people.viewer.headers)).status).toBe(403)
  })
})

it('queues more than 200 sites, and the job has the result of each', async () => {
  const { db } = fixture.service
  await seedSites(db, 203, (number) => (number > 201 ? { suspended_by: 'hand' } : {}))
  const { body } = await ability('sync-sites')
  expect(body).toMatchObject({ queued: true, job_id: expect.stringMatching(/^\d+$/), sites_queued: 201 })
  expect((await ability('sync-sites', { dry_run: true })).body.count).toBe(201)
  expect(body.errors).toMatchObject([
    { site_id: 202, code: 'svc_site_suspended' },
    { site_id: 203, code: 'svc_site_suspended' },
  ])
  expect(body.status_url).toMatch(new RegExp(`/api/v2/jobs/${body.job_id}$`))
  const report = () => rest(`GET /jobs/${body.job_id}`).then((answer) => answer.body.data)
  await expect.poll(async () => (await report()).status).toBe('completed')
  const job = await report()
  expect(job).toMatchObject({ type: 'sync', total: 201, succeeded: 0, failed: 201 })
  expect(job.errors[0]).toMatchObject({ site_id: expect.any(Number), code: expect.any(String) })
})

it('lists in a dry run the sites and the reasons of skipped ones, and calls no site', async () => {
  const { counts, sites } = await startFleet(3)
  await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '=', 2).execute()
  await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).where('id', '=', 3).execute()
  expect((await ability('sync-sites', { dry_run: true })).body).toMatchObject({
    dry_run: true,
    would_affect: [{ id: 1 }],
    count: 1,
    warnings: [
      `${sites[1]!.title} is suspended. Unsuspend it first.`,
      `${sites[2]!.title} is not connected. Reconnect it first.`,
    ],
  })
  expect(counts.stats).toBeUndefined()
})
