import { describe, expect, it } from 'vitest'
import { everything, runScene } from '../testing/run-scene.ts'

const scene = runScene()
const { rest, ability } = scene
const update = (payload: object = {}) => rest('POST /updates/1/update', payload)
const resultsOf = async () => (await scene.history()).map(({ slug, result }) => `${slug} ${result}`)

describe('everything that waits on a site', () => {
  it('is installed with one call per type, WordPress first, and nothing waits any more', async () => {
    expect(await scene.waiting()).toEqual(everything)
    const { status, body } = await update()
    expect([status, body.success, body.message]).toEqual([200, 1, 'Updates of the site done.'])
    expect(scene.told()).toEqual([
      'upgrade',
      'upgradeplugintheme forms/forms.php,shop/shop.php',
      'upgradeplugintheme harbour',
      'upgradetranslation forms',
    ])
    expect(body.data).toMatchObject({ site_id: 1, total_updated: 5, total_errors: 0, errors: [], health: null })
    expect(body.data.updated[0]).toEqual({
      site_id: 1,
      site_url: scene.site.url,
      site_name: scene.site.title,
      type: 'core',
      slug: 'wordpress',
      name: 'WordPress',
      old_version: '6.8.1',
      new_version: '6.9',
      health: null,
    })
    expect(body.data.updated[2]).toMatchObject({ slug: 'shop/shop.php', old_version: '1.0.1', new_version: '2.0' })
    expect(await scene.waiting()).toEqual([])
  })

  it('is right at once in the inventory and in the counts', async () => {
    await update()
    const plugins = (await ability('get-site-plugins', { site_id_or_domain: 1 })).body.plugins
    expect(plugins.find(({ slug }: { slug: string }) => slug === 'shop/shop.php')).toMatchObject({
      version: '2.0',
      update_version: null,
    })
    const { body } = await ability('get-site', { site_id_or_domain: 1, include_stats: true })
    expect(body.wp_version).toBe('6.9')
    expect(body.stats).toMatchObject({ plugin_updates: 0, theme_updates: 0, wp_update_available: false })
  })

  it('can be narrowed to types and items', async () => {
    await update({ type: 'themes,translations' })
    expect(scene.told()).toEqual(['upgradeplugintheme harbour', 'upgradetranslation forms'])
    await update({ type: 'plugins', slug: 'shop/shop.php' })
    expect(scene.told().at(-1)).toBe('upgradeplugintheme shop/shop.php')
    expect(await scene.waiting()).toEqual(['core wordpress 6.9', 'plugin forms/forms.php 1.1'])
  })

  it('leaves out what is ignored, even when it is named', async () => {
    await ability('ignore-site-plugins', { site_id_or_domain: 1, action: 'add', slugs: ['forms/forms.php'] })
    await ability('ignore-site-core', { site_id_or_domain: 1, action: 'add' })
    const { body } = await update({ slug: 'forms/forms.php,wordpress,shop/shop.php,no/no.php' })
    expect(scene.told()).toEqual(['upgradeplugintheme shop/shop.php'])
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', code: 'svc_update_ignored', result: 'skipped' },
      { slug: 'wordpress', type: 'core', code: 'svc_update_ignored' },
      { slug: 'no/no.php', code: 'svc_nothing_to_update', result: 'not_needed' },
    ])
  })

  it('leaves WordPress to a host that updates it itself', async () => {
    await scene.service.db
      .updateTable('sites')
      .set({ facts: JSON.stringify({ managed_by_host: true }) as never })
      .execute()
    const plan = (await update({ type: 'wp', dry_run: true })).body.data
    expect(plan).toMatchObject({ count: 0, warnings: [expect.stringContaining('host')] })
    const { body } = await update({ type: 'wp' })
    expect(body.data.errors).toMatchObject([{ slug: 'wordpress', code: 'svc_managed_by_host' }])
    expect(scene.told()).toEqual([])
  })
})

describe('what goes wrong is told apart', () => {
  it.each([
    ['download-failure', 'download_failed', 'svc_download_failed'],
    ['rollback', 'rolled_back', 'svc_rolled_back'],
    ['false-success', 'no_effect', 'svc_no_effect'],
    ['lie', 'no_effect', 'svc_no_effect'],
    ['requirement-not-met', 'skipped', 'svc_skipped'],
  ] as const)('%s is called %s', async (behaviour, result, code) => {
    scene.site.onUpdate('forms/forms.php', behaviour)
    const { body } = await update({ type: 'plugins' })
    expect(body.data).toMatchObject({ total_updated: 1, updated: [{ slug: 'shop/shop.php' }], total_errors: 1 })
    const [error] = body.data.errors
    expect(error).toMatchObject({ slug: 'forms/forms.php', result, code, old_version: '1.0', new_version: '1.0' })
    expect(await resultsOf()).toEqual([`forms/forms.php ${result}`, 'shop/shop.php updated'])
    // It waits still, and is shown so.
    expect(await scene.waiting()).toContain('plugin forms/forms.php 1.1')
  })

  it.each(['error-after', 'cut-after'] as const)('%s: the site did it and could not say so', async (behaviour) => {
    scene.site.onUpdate('forms/forms.php', behaviour)
    const { body } = await scene.passTime(update({ type: 'plugins' }))
    expect(body.data).toMatchObject({ total_updated: 2, errors: [] })
    expect(scene.told()).toHaveLength(1)
    expect(await scene.waiting()).not.toContain('plugin forms/forms.php 1.1')
  })

  it('a 500 that did nothing is called interrupted, and never repeated', async () => {
    scene.site.onUpdate('forms/forms.php', 'error-before')
    const { body } = await scene.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', result: 'interrupted', code: 'svc_update_interrupted' },
      { slug: 'shop/shop.php', result: 'interrupted' },
    ])
    expect(scene.site.counts.upgradeplugintheme).toBe(1)
  })

  it('a site that falls silent leaves a doubt, and the next run looks before it sends', async () => {
    scene.site.misbehave('cut-after', { on: 'upgradeplugintheme', times: 1 })
    scene.site.misbehave('http-502', { on: 'stats' })
    const { body } = await scene.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([{ result: 'unknown', code: 'svc_outcome_unknown' }, { result: 'unknown' }])
    expect(await scene.waiting()).toContain('plugin forms/forms.php 1.1')
    await scene.site.behave()
    const again = await scene.passTime(update({ type: 'plugins' }))
    expect(again.body.data).toMatchObject({ total_updated: 0, total_errors: 0 })
    expect(scene.told()).toHaveLength(1)
    expect(await resultsOf()).toEqual(['forms/forms.php updated', 'shop/shop.php updated'])
    expect(await scene.waiting()).not.toContain('plugin forms/forms.php 1.1')
  })

  it('a site that never answers is looked after for a while, told nothing more, and left in doubt', async () => {
    scene.site.misbehave('never-answer', { on: 'upgradeplugintheme' })
    const { body } = await scene.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', result: 'unknown', code: 'svc_outcome_unknown', old_version: '1.0' },
      { slug: 'shop/shop.php', result: 'unknown' },
    ])
    expect(scene.site.counts.upgradeplugintheme).toBe(1)
    expect(scene.site.counts.stats).toBeGreaterThan(3)
  })

  it('maintenance is called by its name, nothing more is sent, and a later try goes well', async () => {
    scene.site.onUpdate('forms/forms.php', 'maintenance-instead', { times: 1 })
    const { status, body } = await update({ type: 'plugins,themes' })
    expect([status, body.code]).toEqual([503, 'svc_maintenance'])
    expect(await resultsOf()).toEqual([
      'forms/forms.php maintenance',
      'shop/shop.php maintenance',
      'harbour maintenance',
    ])
    scene.service.clock.advance(600_000)
    const again = await update({ type: 'plugins,themes' })
    expect(again.body.data).toMatchObject({ total_updated: 3, errors: [] })
  })

  it('a site that is not there at all is 503, and the history says why', async () => {
    scene.site.misbehave('refuse', { on: '*' })
    const { status, body } = await update({ type: 'plugins' })
    expect([status, body.code]).toEqual([503, 'svc_connection_failed'])
    expect(await scene.history()).toMatchObject([
      { result: 'not_reached', error_code: 'svc_connection_failed', from_version: '1.0', to_version: '1.0' },
      { result: 'not_reached' },
    ])
  })

  it('what is done stays done when a later step fails', async () => {
    scene.site.onUpdate('harbour', 'maintenance-instead')
    const { status, body } = await update()
    expect(status).toBe(200)
    expect(body.data.updated.map(({ slug }: { slug: string }) => slug)).toEqual([
      'wordpress',
      'forms/forms.php',
      'shop/shop.php',
    ])
    expect(body.data.errors).toMatchObject([
      { slug: 'harbour', result: 'maintenance' },
      { slug: 'forms', type: 'translation', result: 'maintenance' },
    ])
  })

  it('what somebody else installed since the last sync is not called ours', async () => {
    scene.site.byHand.updatePlugin('forms/forms.php', '1.1')
    scene.site.byHand.updateCore('6.9')
    const { body } = await update({ type: 'wp,plugins' })
    expect(body.data.updated).toMatchObject([{ slug: 'shop/shop.php' }])
    const there = { result: 'not_needed', code: 'svc_nothing_to_update' }
    expect(body.data.errors).toMatchObject([
      { slug: 'wordpress', ...there, new_version: '6.9' },
      { slug: 'forms/forms.php', ...there, new_version: '1.1' },
    ])
    expect(await scene.waiting()).toEqual(['theme harbour 1.2', 'translation forms'])
  })

  it('nor is a single one of it', async () => {
    scene.site.byHand.updatePlugin('forms/forms.php', '1.1')
    const { body } = await update({ slug: 'forms/forms.php' })
    expect(body.data).toMatchObject({ updated: [], errors: [{ slug: 'forms/forms.php', result: 'not_needed' }] })
  })

  it('another version than the one on offer is what is recorded', async () => {
    scene.site.onUpdate('forms/forms.php', 'other-version')
    const { body } = await update({ slug: 'forms/forms.php' })
    expect(body.data.updated).toMatchObject([{ old_version: '1.0', new_version: '1.1.99' }])
  })
})

it.each([
  ['suspended', { suspended_by: 'hand' as const }, 'svc_site_suspended'],
  ['disconnected', { connection: 'disconnected' as const }, 'svc_site_disconnected'],
])('a %s site is left alone', async (_, values, code) => {
  await scene.service.db.updateTable('sites').set(values).execute()
  const { status, body } = await update()
  expect([status, body.code]).toEqual([409, code])
  expect(scene.told()).toEqual([])
  expect((await update({ dry_run: true })).body.data).toMatchObject({ count: 0, warnings: [expect.any(String)] })
})

it('a dry run says item by item what would be done, and how far each goes', async () => {
  const { body } = await update({ dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, site_id: 1, count: 5 })
  const told = body.data.would_affect.map(({ slug, old_version, new_version, step }: Record<string, string>) => [
    slug,
    old_version,
    new_version,
    step,
  ])
  expect(told).toEqual([
    ['wordpress', '6.8.1', '6.9', 'major'],
    ['forms/forms.php', '1.0', '1.1', 'minor'],
    ['shop/shop.php', '1.0.1', '2.0', 'major'],
    ['harbour', '1.0', '1.2', 'minor'],
    ['forms', '1.0', '', 'unknown'],
  ])
  expect(body.data.summary).toEqual({
    ...{ sites: 1, core: 1, plugins: 2, themes: 1, translations: 1 },
    ...{ major: 2, minor: 2, patch: 0, unknown: 1 },
  })
  expect(scene.told()).toEqual([])
})

it('the batch takes a site, a type and slugs', async () => {
  const { body } = await rest('POST /batch', {
    updates: {
      update: [{ site: 1, type: 'plugins', slug: ['shop/shop.php'] }],
      create: [{ site: 99 }],
    },
  })
  expect(body.updates.update[0]).toMatchObject({ success: 1, data: { total_updated: 1 } })
  expect(body.updates.create[0]).toMatchObject({ success: 0, error: { code: 'svc_site_not_found' } })
  expect(scene.told()).toEqual(['upgradeplugintheme shop/shop.php'])
})

it('viewers may not, and a limited key sees only its own', async () => {
  expect((await rest('POST /updates/1/update', {}, scene.people.viewer.headers)).status).toBe(403)
  expect((await rest('POST /updates/2/update', {}, scene.people.keys.limited.headers)).status).toBe(404)
})
