import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 3, works: true })
const { rest, ability } = fixture
const update = (site: number, slugs: string[] = [forms]) =>
  fixture.passTime(ability('update-site-plugins', { site_id_or_domain: site, slugs }))

/** The release breaks its first sites, and is held after that many. */
async function failOn(sites: readonly number[], holdAfter: number) {
  await rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: holdAfter } })
  for (const site of fixture.sites) site.onUpdate(forms, 'blank')
  for (const site of sites) await update(site)
}

const plans = {
  'dry run of many sites': async (slugs: string[]) =>
    (
      await ability('run-updates', {
        site_ids_or_domains: [3],
        types: ['plugins'],
        specific_items: slugs,
        dry_run: true,
      })
    ).body,
  'dry run of one site': async (slugs: string[]) =>
    (await ability('update-site-plugins', { site_id_or_domain: 3, slugs, dry_run: true })).body,
  REST: async (slugs: string[]) =>
    (await rest('POST /updates/run', { include: [3], types: ['plugins'], specific_items: slugs, dry_run: true })).body
      .data,
}

describe('a release that failed its checks on one site', () => {
  it('is left out of every plan with its reason, unless it is named', async () => {
    await failOn([1], 2)
    const reason = /^Forms 1\.1 failed its checks on 1 site, last on 2026-11-15 at \d\d:\d\d, and was taken back\./
    for (const [name, plan] of Object.entries(plans)) {
      const all = await plan([])
      expect(all.would_affect, name).toMatchObject([{ slug: 'shop/shop.php', failed_before: null }])
      expect(all.left_out, name).toMatchObject([
        {
          slug: forms,
          sites: 1,
          code: 'svc_release_failed_before',
          can_install: true,
          message: expect.stringMatching(reason),
        },
      ])
      const named = await plan([forms])
      expect(named.would_affect, name).toMatchObject([{ slug: forms, failed_before: expect.stringMatching(reason) }])
      expect(named.left_out, name).toEqual([])
    }
    const ofPage = { site_ids_or_domains: [3], types: ['plugins'], specific_items: [forms], leave_out_failed: true }
    const page = (await ability('run-updates', { ...ofPage, dry_run: true })).body
    expect(page).toMatchObject({ would_affect: [], left_out: [{ slug: forms, can_install: true }] })
    expect((await ability('run-updates', { ...ofPage, failed_releases: [forms], dry_run: true })).body).toMatchObject({
      would_affect: [{ slug: forms }],
      left_out: [],
    })
    expect((await ability('run-updates', ofPage)).body).toMatchObject({ updated: [], errors: [{ slug: forms }] })
    const rollout = (chosen: object) => rest('POST /rollouts', { ...ofPage, ...chosen, dry_run: true })
    expect((await rollout({})).body.data).toMatchObject({ count: 0, left_out: [{ slug: forms, can_install: true }] })
    expect((await rest('POST /rollouts', ofPage)).body.code).toBe('svc_nothing_to_roll_out')
    expect((await rollout({ failed_releases: [forms] })).body.data).toMatchObject({ count: 1, left_out: [] })
    const bulk = async (options: object) =>
      (await rest('POST /bulk/plans', { action: 'run-updates', options, site_ids_or_domains: [3] })).body.data
    const leftOut = [{ slug: forms, sites: 1, can_install: true, message: expect.stringMatching(reason) }]
    expect(await bulk({ types: ['plugins'] })).toMatchObject({ count: 1, left_out_items: leftOut })
    expect(await bulk({ types: ['plugins'], failed_releases: [forms] })).toMatchObject({ count: 1, left_out_items: [] })
    const { body } = await update(3, [])
    expect(body).toMatchObject({
      updated: [{ slug: 'shop/shop.php' }],
      errors: [{ slug: forms, result: 'skipped', code: 'svc_release_failed_before' }],
    })
    const ticked = { site_ids_or_domains: [3], failed_releases: [forms], dry_run: true }
    expect((await ability('run-updates', { ...ticked, types: ['plugins'] })).body).toMatchObject({
      would_affect: [{ slug: forms }],
      left_out: [],
    })
  })
})

describe('a release that fails while a run without names is under way', () => {
  it.each(['run', 'bulk'] as const)('is left out on the other sites with its reason: %s', async (way) => {
    await rest('PUT /settings/advanced/edit', { svc_maximum_install_update_requests: 1 })
    for (const site of fixture.sites) site.onUpdate(forms, 'blank')
    const sites = { site_ids_or_domains: [1, 2, 3] }
    const start = async () => {
      if (way === 'run') return rest('POST /updates/run', { include: [1, 2, 3], types: ['plugins'], background: true })
      const planned = await rest('POST /bulk/plans', {
        action: 'run-updates',
        options: { types: ['plugins'] },
        ...sites,
      })
      return rest(`POST /bulk/plans/${planned.body.data.plan_id}/run`, {})
    }
    const started = await start()
    expect(started).toMatchObject({ status: 200 })
    const jobId = started.body.data.job_id
    const untilOver = async () => {
      for (;;) {
        const job = await rest(`GET /jobs/${jobId}`)
        if (job.body.data.completed_at !== null) return job
      }
    }
    await fixture.passTime(untilOver())
    const history = await fixture.history()
    expect(history.filter(({ slug }) => slug === forms)).toMatchObject([{ result: 'rolled_back' }])
    expect(fixture.sites.map((site) => site.plugin('shop/shop.php')?.version)).toEqual(['2.0', '2.0', '2.0'])
    const targets = await rest(`GET /jobs/${jobId}/targets`)
    expect(targets.text.match(/svc_release_failed_before/g)).toHaveLength(2)
  })
})

describe('a held release', () => {
  it('is refused with its reason in every plan and every run, and is no failed job', async () => {
    await failOn([1, 2], 2)
    const held = { slug: forms, code: 'svc_release_held' }
    for (const [name, plan] of Object.entries(plans)) {
      const { would_affect, left_out } = await plan([forms])
      expect(would_affect, name).toEqual([])
      expect(left_out, name).toMatchObject([{ ...held, sites: 1, can_install: false }])
    }
    const run = { site_ids_or_domains: [3], specific_items: [forms] }
    expect((await ability('run-updates', run)).body).toMatchObject({
      updated: [],
      errors: [{ ...held, site_id: 3, result: 'skipped' }],
    })
    expect((await rest('GET /jobs?type=update')).body.total).toBe(0)
    expect((await update(3)).body.errors).toMatchObject([held])
    const bulk = { action: 'run-updates', options: { specific_items: [forms] }, site_ids_or_domains: [3] }
    const { body } = await rest('POST /bulk/plans', bulk)
    expect(JSON.stringify(body)).toContain('svc_release_held')
    const [release] = (await rest('GET /update-policies/held-releases')).body.data
    expect(release).toMatchObject({ version: '1.1', reason: 'it failed the checks on 2 sites.' })
  })
})
