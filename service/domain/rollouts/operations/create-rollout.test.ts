import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { forms, oneWave, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

const fixture = setUpRollouts(8)
const { rest } = fixture

describe('create-rollout', () => {
  it('installs the update wave by wave on all sites', async () => {
    const { rollout_id: id, ...created } = await fixture.create({ waves: [{ sites: 1 }, { percent: 25 }, {}] })
    expect(created).toMatchObject({ name: 'Forms 1.1', status: 'running', sites_total: 8, waves_total: 3 })
    const ended = await fixture.until(id, 'finished')
    expect(ended.waves).toMatchObject([
      { name: 'Canary', total: 1, updated: 1 },
      { total: 2, updated: 2 },
      { total: 5, updated: 5 },
    ])
    const times = ended.waves.map(({ started_at, finished_at }) => [started_at, finished_at])
    expect(times.flat()).toEqual(times.flat().toSorted())
    expect(fixture.sites.map((site) => site.plugin(forms)?.version)).toEqual(Array(8).fill('1.1'))
    expect(fixture.sites.map((site) => fixture.sentCalls(site))).toEqual(Array(8).fill([`upgradeplugintheme ${forms}`]))
    expect(await fixture.steps(id)).toMatchObject(
      Array(8).fill({
        state: 'updated',
        evidence: {
          healthy: true,
          gates: expect.arrayContaining([expect.objectContaining({ gate: 'status', result: 'passed' })]),
        },
      }),
    )
  })

  it('waits for the soak time before the next wave', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 600 }, {}] })
    const soaking = await fixture.until(id, 'soaking')
    expect(soaking.waves).toMatchObject([{ updated: 1, next_wave_at: expect.any(String) }, { waiting: 7 }])
    fixture.service.clock.advance(600 * 60_000)
    await fixture.service.app.run('advance-rollouts', {})
    await fixture.until(id, 'finished')
  })

  it('starts at the given time', async () => {
    const starts_at = '2026-11-20T22:00:00Z'
    const { rollout_id: id, status } = await fixture.create({ ...oneWave, starts_at })
    expect(status).toBe('scheduled')
    await fixture.service.app.run('advance-rollouts', {})
    expect(await fixture.read(id)).toMatchObject({ status: 'scheduled', starts_at })
    fixture.service.clock.advance(Date.parse(starts_at) - fixture.service.clock.now().getTime())
    await fixture.service.app.run('advance-rollouts', {})
    await fixture.until(id, 'finished')
  })

  it('pauses when the budget of a wave is spent, and touches no other site', async () => {
    for (const site of fixture.sites) site.onUpdate(forms, 'breaks')
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 6, max_failures: 2 }, {}] })
    const paused = await fixture.until(id, 'paused')
    expect(paused).toMatchObject({ pause_code: 'budget_spent', sites_failed: 2 })
    expect(paused.waves[0]).toMatchObject({ budget: 2, budget_left: 0, failed: 2, running: 0, waiting: 4 })
    expect(await dataOfEvents(fixture.service.db, 'rollout.paused')).toMatchObject([
      { rollout_id: id, wave: 1, waves: 2, sites_failed: 2, code: 'budget_spent' },
    ])
    const touched = fixture.sites.filter((site) => fixture.sentCalls(site).length > 0)
    expect(touched).toHaveLength(2)
  })

  it('installs the planned version only', async () => {
    const { rollout_id: id } = await fixture.create({ waves: [{ sites: 1, soak_minutes: 600 }, {}] })
    await fixture.until(id, 'soaking')
    for (const site of fixture.sites) site.offerPlugin(forms, '1.2')
    await fixture.sync()
    fixture.service.clock.advance(600 * 60_000)
    await fixture.service.app.run('advance-rollouts', {})
    const ended = await fixture.until(id, 'finished')
    expect(ended.waves[1]).toMatchObject({ updated: 0, skipped: 7 })
  })

  it('shows the plan without a change', async () => {
    const { body } = await rest('POST /rollouts', { specific_items: [forms], dry_run: true })
    expect(body.data).toMatchObject({
      count: 8,
      waves: [
        { name: 'Canary', sites: 1 },
        { name: '5 %', sites: 1 },
        { name: 'Other sites', sites: 6 },
      ],
    })
    expect((await rest('GET /rollouts')).body.total).toBe(0)
  })

  it('selects by the step between versions', async () => {
    const { body } = await rest('POST /rollouts', { types: ['plugins'], up_to: 'minor', dry_run: true })
    const slugs = (body.data.would_affect as { items: { slug: string }[] }[]).flatMap(({ items }) =>
      items.map(({ slug }) => slug),
    )
    expect(new Set(slugs)).toEqual(new Set([forms]))
  })

  it('says that WordPress has no way back', async () => {
    const { body } = await rest('POST /rollouts', { types: ['core'], dry_run: true })
    expect(body.data.warnings).toEqual([expect.stringContaining('WordPress itself cannot be rolled back (8 sites)')])
  })

  it('names what cannot be guarded, and leaves it out where a guard is required', async () => {
    fixture.sites[0]!.snippetsForbidden = true
    await fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: ['shop/shop.php'] })
    await rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 2, rules: { guard: 'off' } })
    const request = { specific_items: [forms], site_ids_or_domains: [1, 2, 3] }
    const { body } = await rest('POST /rollouts', { ...request, dry_run: true })
    expect(body.data).toMatchObject({
      items: [{ slug: forms, to: '1.1', sites: 3 }],
      unguarded_total: 2,
      unguarded: [
        {
          site_id: 1,
          name: 'Forms',
          is_left_out: false,
          message: expect.stringContaining('does not let Flotilla run'),
        },
        { site_id: 2, name: 'Forms', is_left_out: false, message: expect.stringContaining('switched off') },
      ],
    })
    const checks = { guard: 'required', page_checks: 'warn' }
    expect((await rest('POST /rollouts', { ...request, checks, dry_run: true })).body.data.unguarded).toMatchObject([
      { site_id: 1, is_left_out: true },
      { site_id: 2, is_left_out: false },
    ])
    const { rollout_id: id } = await fixture.create({ ...request, ...oneWave, checks })
    expect((await fixture.until(id, 'finished')).checks).toEqual(checks)
    const steps = await fixture.steps(id)
    expect(steps.map(({ site_id, state }) => [site_id, state]).toSorted()).toEqual([
      [1, 'skipped'],
      [2, 'updated'],
      [3, 'updated'],
    ])
  })

  it('installs without guard and checks where a person chose that, and shows it', async () => {
    const checks = { guard: 'off', page_checks: 'off' }
    const { rollout_id: id } = await fixture.create({ ...oneWave, site_ids_or_domains: [1], checks })
    await fixture.until(id, 'finished')
    expect(await fixture.steps(id)).toMatchObject([
      {
        state: 'updated',
        evidence: {
          ...{ healthy: null, gates: [] },
          guard: [{ state: 'off', message: 'Guards are switched off for this rollout.' }],
        },
      },
    ])
    expect(fixture.sites[0]!.counts.code_snippet ?? 0).toBe(0)
  })

  it('refuses a plan that changed, and a plan without updates', async () => {
    const changed = await rest('POST /rollouts', { specific_items: [forms], expected_sites: 7 })
    expect([changed.status, changed.body.code]).toEqual([409, 'svc_plan_changed'])
    const nothing = await rest('POST /rollouts', { specific_items: ['unknown/unknown.php'] })
    expect([nothing.status, nothing.body.code]).toEqual([409, 'svc_nothing_to_roll_out'])
  })
})
