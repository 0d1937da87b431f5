import { describe, expect, it } from 'vitest'
import { forms, oneWave, setUpRollouts } from '../../../testing/set-up-rollouts.ts'
import { takeStep } from '../rollout-store.ts'

const fixture = setUpRollouts(6)

describe('run-rollout-step', () => {
  it('never has more steps in flight than the budget allows, over all processes', async () => {
    // Scheduled, so that the worker of the test takes no step.
    const { rollout_id: id } = await fixture.create({ waves: [{ max_failures: 2 }], starts_at: '2026-12-01T00:00:00Z' })
    const { db, clock } = fixture.service
    await db.updateTable('rollouts').set({ status: 'running' }).where('id', '=', id).execute()
    const steps = await db.selectFrom('rollout_steps').selectAll().where('rollout_id', '=', id).execute()
    const taken = await Promise.all(steps.map((step) => takeStep(db, step, clock.now())))
    expect(taken.filter(Boolean)).toHaveLength(2)
    const [wave] = await db.selectFrom('rollout_waves').selectAll().execute()
    expect(wave).toMatchObject({ in_flight: 2, failed: 0 })
  })

  it('counts failed steps and steps in flight together', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ max_failures: 3 }], starts_at: '2026-12-01T00:00:00Z' })
    const { db, clock } = fixture.service
    await db.updateTable('rollouts').set({ status: 'running' }).where('id', '=', id).execute()
    await db.updateTable('rollout_waves').set({ failed: 2 }).execute()
    const steps = await db.selectFrom('rollout_steps').selectAll().where('rollout_id', '=', id).execute()
    const taken = await Promise.all(steps.map((step) => takeStep(db, step, clock.now())))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('does nothing when another job has the step or the rollout is paused', async () => {
    const { rollout_id: id } = await fixture.create({ ...oneWave, starts_at: '2026-12-01T00:00:00Z' })
    const { output } = await fixture.service.app.run('run-rollout-step', { rollout_id: id, position: 0 })
    expect(output).toMatchObject({ state: 'waiting', report: null })
    expect(fixture.sites.flatMap((site) => fixture.sentCalls(site))).toEqual([])
  })

  it('ends as skipped when the site cannot be called, and uses no budget', async () => {
    const starts_at = '2026-11-16T09:00:00Z'
    const { rollout_id: id } = await fixture.create({
      site_ids_or_domains: [1, 2],
      waves: [{ max_failures: 1 }],
      starts_at,
    })
    await fixture.rest('POST /sites/1/suspend')
    fixture.service.clock.advance(86_400_000)
    await fixture.service.app.run('advance-rollouts', {})
    const ended = await fixture.until(id, 'finished', 'paused')
    expect(ended).toMatchObject({ status: 'finished', sites_failed: 0, sites_updated: 1 })
    expect(fixture.sites.map((site) => site.plugin(forms)?.version).slice(0, 2)).toEqual(['1.0', '1.1'])
    expect(await fixture.steps(id, '?states=skipped')).toMatchObject([
      { site_id: 1, message: expect.stringContaining('suspended') },
    ])
  })
})
