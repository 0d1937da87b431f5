import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { forms, setUpRollouts } from '../../testing/set-up-rollouts.ts'
import { createTargetWorker } from '../jobs/index.ts'

const fixture = setUpRollouts(3)
const waves = [{ sites: 1, max_failures: 1 }, { max_failures: 10 }]

/** The database fails, at most so often: by default it waits too long for a lock when an update is recorded. */
async function lockOut(
  times: number,
  when = sql`insert on update_history for each row`,
  code = '55P03',
): Promise<void> {
  const { db } = fixture.service
  await sql`create sequence lock_timeouts`.execute(db)
  await sql`create function lock_timeout() returns trigger language plpgsql as $$ begin
      if nextval('lock_timeouts') <= ${sql.lit(times)} then
        raise exception 'the database failed' using errcode = ${sql.lit(code)};
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger lock_timeout before ${when}
    execute function lock_timeout()`.execute(db)
}

/** With the sweep and the schedule of the worker, whose timers the fixture has reset. */
async function untilEnd(id: number) {
  const { db, clock, app } = fixture.service
  const runTarget = () => Promise.reject(new Error('A sweep runs no target.'))
  const { sweep } = createTargetWorker({
    db,
    clock,
    queue: app.queue,
    log: createLog('silent'),
    holder: 'x',
    runTarget,
  })
  const isAtEnd = async () => {
    clock.advance(1_000)
    await sweep()
    await app.run('advance-rollouts', {})
    return ['paused', 'finished'].includes((await fixture.read(id)).status)
  }
  await expect.poll(isAtEnd, { timeout: 60_000 }).toBe(true)
  return fixture.read(id)
}

afterEach(async () => {
  await sql`drop function if exists lock_timeout cascade`.execute(fixture.service.db)
  await sql`drop sequence if exists lock_timeouts`.execute(fixture.service.db)
})

it('pauses when the canary is lost because the database was too slow, and starts no further wave', async () => {
  await lockOut(1_000)
  const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1, 2, 3], waves })
  const paused = await untilEnd(id)
  expect(paused).toMatchObject({ status: 'paused', pause_code: 'budget_spent', current_wave: 0 })
  expect(paused.waves).toMatchObject([
    { unknown: 1, budget_left: 0 },
    { waiting: 2, started_at: null },
  ])
  expect(fixture.sites.map((site) => site.plugin(forms)?.version)).toEqual(['1.0', '1.0', '1.0'])
})

it('continues a step after the database was too slow once', async () => {
  await lockOut(1)
  const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1, 2, 3], waves })
  expect(await untilEnd(id)).toMatchObject({ status: 'finished', sites_updated: 3 })
})

it.each([
  ['arms a guard', sql`update on guards for each row when (new.state = 'armed')`],
  ['removes it', sql`update on guards for each row when (new.ended_at is not null)`],
])('leaves no guard when the database is lost while a step %s', async (_what, when) => {
  await lockOut(1, when, '57P01')
  const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1], waves: [{ max_failures: 1 }] })
  expect(await untilEnd(id)).toMatchObject({ status: 'finished', sites_updated: 1 })
  const open = fixture.service.db.selectFrom('guards').selectAll().where('ended_at', 'is', null)
  expect([fixture.site.guards.all, await open.execute()]).toEqual([[], []])
})

it('pauses when the job of a wave is cancelled; steps that had not begun wait again', async () => {
  await fixture.rest('PUT /settings/advanced/edit', { svc_maximum_install_update_requests: 1 })
  for (const site of fixture.sites) site.setFault('never-answer', { on: 'upgradeplugintheme' })
  const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1, 2, 3], waves: [{ max_failures: 3 }] })
  const { db } = fixture.service
  const started = async () => (await fixture.history()).length + (await fixture.steps(id, '?states=running')).length
  // One is being updated, and all of them are running: two wait for the slot.
  await expect.poll(started).toBe(4)
  const { id: job } = await db.selectFrom('jobs').select('id').where('kind', '=', 'rollout').executeTakeFirstOrThrow()
  await fixture.rest(`POST /jobs/${job}/cancel`)
  const report = async () => (await fixture.rest(`GET /jobs/${job}`)).body.data
  await expect.poll(async () => (await report()).cancelled).toBe(2)
  expect(await report()).toMatchObject({ status: 'processing', completed_at: null })
  expect((await fixture.steps(id)).map(({ state }) => state).sort()).toEqual(['running', 'waiting', 'waiting'])
  expect(await untilEnd(id)).toMatchObject({ pause_code: 'job_ended', sites_left: 3 })
})
