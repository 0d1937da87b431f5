import { describe, expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const minute = 60_000
const runOnce = async () =>
  (await fixture.service.app.run('sync-due-sites', {})).output as { queued: number; job_id: string | null }
const targets = () =>
  fixture.service.db
    .selectFrom('job_targets')
    .innerJoin('jobs', 'jobs.id', 'job_targets.job_id')
    .select(['site_id', 'job_targets.input', 'jobs.operation', 'jobs.kind', 'jobs.actor'])
    .orderBy('site_id')
    .execute()

/** As if workers had run the jobs: the sites were synced now, and the jobs ended. */
async function workersSync() {
  const { db, clock } = fixture.service
  await db
    .updateTable('sites')
    .set({ last_sync_attempt: clock.now() })
    .where(
      'id',
      'in',
      db.selectFrom('job_targets').select('site_id').where('state', '=', 'waiting').$castTo<{ site_id: number }>(),
    )
    .execute()
  await db.updateTable('job_targets').set({ state: 'succeeded' }).execute()
  await db.updateTable('jobs').set({ status: 'completed', completed_at: clock.now() }).execute()
}

it('runs every five minutes', () => {
  const schedule = features.find(({ name }) => name === 'sync')!.schedule!
  expect(schedule.map(({ operation, cron }) => [operation.name, cron])).toEqual([['sync-due-sites', '*/5 * * * *']])
})

it('queues one job of the service for the due sites, in the queue long', async () => {
  await seedSites(fixture.service.db, 3)
  const { queued, job_id } = await runOnce()
  expect(queued).toBe(3)
  expect(await targets()).toMatchObject([
    {
      site_id: 1,
      input: { site_id_or_domain: 1 },
      operation: 'sync-site',
      kind: 'scheduled-sync',
      actor: { kind: 'system' },
    },
    { site_id: 2 },
    { site_id: 3 },
  ])
  const { boss } = fixture.service.app.queue
  expect((await boss.fetch('lane-long')).map(({ data }) => data)).toEqual([{ job: Number(job_id), batch: 0 }])
  expect(await boss.fetch('lane-short')).toEqual([])
})

it('leaves out sites that are suspended, disconnected or were synced just now', async () => {
  const { db, clock } = fixture.service
  await seedSites(db, 5, (number) => ({
    ...(number === 1 && { suspended_by: 'hand' as const }),
    ...(number === 2 && { connection: 'disconnected' as const }),
    ...(number === 3 && { connection: 'never' as const, private_key: null }),
    ...(number === 4 && { last_sync_attempt: clock.now() }),
  }))
  expect((await runOnce()).queued).toBe(1)
  expect((await targets()).map(({ site_id }) => site_id)).toEqual([5])
})

describe('the schedule', () => {
  it('syncs every site as often as configured, spread evenly over the period', async () => {
    const { db, clock } = fixture.service
    await rest('PUT /settings/general/edit', { frequency_daily_update: 12 })
    await seedSites(db, 600)
    const twoHours = async () => {
      const queued: number[] = []
      for (let run = 0; run < 12; run++) {
        clock.advance(10 * minute)
        queued.push((await runOnce()).queued)
        await workersSync()
      }
      return queued
    }
    // The first run sets the offset of each site.
    await runOnce()
    await workersSync()
    await twoHours()
    await db.deleteFrom('jobs').execute()
    const perRun = await twoHours()
    const all = await targets()
    expect(all.length).toBe(600)
    expect(new Set(all.map(({ site_id }) => site_id)).size).toBe(600)
    expect(Math.max(...perRun)).toBeLessThanOrEqual(60)
    expect(Math.min(...perRun)).toBeGreaterThanOrEqual(40)
  })

  it('does not queue a site again that waits in a job', async () => {
    const { db, clock } = fixture.service
    await seedSites(db, 2)
    await runOnce()
    clock.advance(24 * 60 * minute)
    expect(await runOnce()).toEqual({ queued: 0, job_id: null })
    await workersSync()
    clock.advance(24 * 60 * minute)
    expect((await runOnce()).queued).toBe(2)
  })

  it('queues overdue sites at once and only once after a downtime', async () => {
    const { db, clock } = fixture.service
    await seedSites(db, 10)
    await runOnce()
    await workersSync()
    clock.advance(24 * 60 * minute)
    expect((await runOnce()).queued).toBe(10)
    expect((await runOnce()).queued).toBe(0)
  })
})

it('concurrent runs take different sites', async () => {
  await seedSites(fixture.service.db, 50)
  const runs = await Promise.all([runOnce(), runOnce(), runOnce()])
  expect(runs.reduce((sum, { queued }) => sum + queued, 0)).toBe(50)
  const sites = (await targets()).map(({ site_id }) => site_id)
  expect(new Set(sites).size).toBe(sites.length)
})

it('cannot be called over a surface', async () => {
  const { service, people } = fixture
  const answer = await service.request({ method: 'POST', url: '/api/v2/sync', headers: people.administrator.headers })
  expect(answer.status).toBe(404)
})

it('counts the due sites in a dry run', async () => {
  await seedSites(fixture.service.db, 4, (number) => ({ ...(number === 1 && { suspended_by: 'hand' as const }) }))
  expect((await fixture.service.app.run('sync-due-sites', { dry_run: true })).output).toMatchObject({ count: 3 })
  expect(await targets()).toEqual([])
})
