import { describe, expect, it } from 'vitest'
import { setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(3)
const { rest } = fixture

describe('advance-rollouts', () => {
  it('pauses a rollout whose job was cancelled', async () => {
    const { rollout_id: id } = await fixture.create({ starts_at: '2026-12-01T00:00:00Z', waves: [{}] })
    const { db } = fixture.service
    await db
      .updateTable('rollouts')
      .set({ status: 'running', started_at: fixture.service.clock.now() })
      .where('id', '=', id)
      .execute()
    const now = fixture.service.clock.now()
    await db.pool.query(
      `insert into jobs (id, kind, operation, actor, total, status, created_at, completed_at)
       values (900, 'rollout', 'run-rollout-step', '{"name": "ada"}', 3, 'cancelled', $1, $1)`,
      [now],
    )
    await db.updateTable('rollout_steps').set({ job_id: 900 }).where('rollout_id', '=', id).execute()
    await fixture.service.app.run('advance-rollouts', {})
    expect(await fixture.read(id)).toMatchObject({ status: 'paused', pause_code: 'job_ended' })
    await rest(`POST /rollouts/${id}/resume`)
    await fixture.until(id, 'finished')
  })

  it('ends a step as unknown when its job ended without it', async () => {
    const { rollout_id: id } = await fixture.create({ starts_at: '2026-12-01T00:00:00Z', waves: [{ max_failures: 3 }] })
    const { db } = fixture.service
    await db.updateTable('rollouts').set({ status: 'running' }).where('id', '=', id).execute()
    await db.updateTable('rollout_steps').set({ job_id: 901, state: 'running' }).where('position', '=', 0).execute()
    await db.updateTable('rollout_waves').set({ in_flight: 1 }).execute()
    await fixture.service.app.run('advance-rollouts', {})
    const [step] = await fixture.steps(id)
    expect(step).toMatchObject({ state: 'unknown' })
  })
})
