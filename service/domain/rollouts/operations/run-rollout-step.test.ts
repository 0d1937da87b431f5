import { describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
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

  it('repeats the checks while the host takes no more requests, and rolls a broken site back then', async () => {
    const [site] = fixture.sites
    site!.onUpdate(forms, 'blank')
    limitRequests(site!, 2)
    fixture.pace = 5_000
    const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1] })
    expect(await fixture.until(id, 'paused', 'finished')).toMatchObject({ status: 'paused', sites_failed: 1 })
    expect(await fixture.steps(id)).toMatchObject([{ state: 'rolled_back', evidence: { healthy: true } }])
    expect([site!.plugin(forms)?.version, site!.guards.all]).toEqual(['1.0', []])
  })

  it('ends as unknown when the site cannot be checked, uses the budget and keeps the guard', async () => {
    const [site] = fixture.sites
    site!.onUpdate(forms, 'blank')
    limitRequests(site!, Number.POSITIVE_INFINITY)
    fixture.pace = 10_000
    const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1] })
    const paused = await fixture.until(id, 'paused', 'finished')
    expect(paused).toMatchObject({ status: 'paused', sites_failed: 1, sites_updated: 0, waves: [{ unknown: 1 }] })
    expect(await fixture.steps(id)).toMatchObject([
      {
        state: 'unknown',
        message: expect.stringContaining('could not be checked'),
        evidence: { healthy: null, unchecked: true },
      },
    ])
    expect(site!.guards.all).toMatchObject([{ slug: forms, state: 'armed' }])
  })

  it('ends as broken when a page other than the homepage fails and there is no way back', async () => {
    const [site] = fixture.sites
    site!.snippetsForbidden = true
    site!.onUpdate(forms, 'fatal-in-admin')
    const { rollout_id: id } = await fixture.create({ site_ids_or_domains: [1] })
    expect(await fixture.until(id, 'paused', 'finished')).toMatchObject({ status: 'paused', sites_failed: 1 })
    expect(await fixture.steps(id)).toMatchObject([{ state: 'broken', evidence: { healthy: false } }])
  })
})

/** After the update the host answers that it gets too many requests, this many times. */
function limitRequests(site: Site, times: number): void {
  let left = times
  Object.defineProperty(site, 'frontPage', {
    get: () => {
      if (site.plugin(forms)?.version === '1.0' || left <= 0) return {}
      left--
      return { status: 429, headers: { 'Retry-After': '90' } }
    },
  })
}
