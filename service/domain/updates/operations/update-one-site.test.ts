import { describe, expect, it } from 'vitest'
import { everything, setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { rest, ability } = fixture
const update = (payload: object = {}) => rest('POST /updates/1/update', payload)
const resultsOf = async () => (await fixture.history()).map(({ slug, result }) => `${slug} ${result}`)

describe('all pending updates of a site', () => {
  it('are installed with one call per type, WordPress first, and none is pending afterwards', async () => {
    expect(await fixture.pendingUpdates()).toEqual(everything)
    const { status, body } = await update()
    expect([status, body.success, body.message]).toEqual([200, 1, '5 updates installed.'])
    expect(fixture.sentCalls()).toEqual([
      'upgrade',
      'upgradeplugintheme forms/forms.php,shop/shop.php',
      'upgradeplugintheme harbour',
      'upgradetranslation forms',
    ])
    expect(body.data).toMatchObject({ site_id: 1, total_updated: 5, total_errors: 0, errors: [], health: 'ok' })
    expect(body.data.updated[0]).toEqual({
      site_id: 1,
      site_url: fixture.site.url,
      site_name: fixture.site.title,
      type: 'core',
      slug: 'wordpress',
      name: 'WordPress',
      old_version: '6.8.1',
      new_version: '6.9',
      health: 'ok',
    })
    expect(body.data.updated[2]).toMatchObject({ slug: 'shop/shop.php', old_version: '1.0.1', new_version: '2.0' })
    expect(await fixture.pendingUpdates()).toEqual([])
  })

  it('are right at once in the inventory and in the counts', async () => {
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
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme harbour', 'upgradetranslation forms'])
    await update({ type: 'plugins', slug: 'shop/shop.php' })
    expect(fixture.sentCalls().at(-1)).toBe('upgradeplugintheme shop/shop.php')
    expect(await fixture.pendingUpdates()).toEqual(['core wordpress 6.9', 'plugin forms/forms.php 1.1'])
  })

  it('leave out ignored updates, even when they are named', async () => {
    await ability('ignore-site-plugins', { site_id_or_domain: 1, action: 'add', slugs: ['forms/forms.php'] })
    await ability('ignore-site-core', { site_id_or_domain: 1, action: 'add' })
    const { body } = await update({ slug: 'forms/forms.php,wordpress,shop/shop.php,no/no.php' })
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', code: 'svc_update_ignored', result: 'skipped' },
      { slug: 'wordpress', type: 'core', code: 'svc_update_ignored' },
      { slug: 'no/no.php', code: 'svc_nothing_to_update', result: 'failed' },
    ])
  })

  it('leave out WordPress when the host updates it', async () => {
    await fixture.service.db
      .updateTable('sites')
      .set({ facts: JSON.stringify({ managed_by_host: true }) as never })
      .execute()
    const plan = (await update({ type: 'wp', dry_run: true })).body.data
    expect(plan).toMatchObject({ count: 0, warnings: [expect.stringContaining('host')] })
    const { body } = await update({ type: 'wp' })
    expect(body.data.errors).toMatchObject([{ slug: 'wordpress', code: 'svc_managed_by_host' }])
    expect(fixture.sentCalls()).toEqual([])
  })
})

describe('failures', () => {
  it.each([
    ['download-failure', 'download_failed', 'svc_download_failed'],
    ['rollback', 'rolled_back', 'svc_rolled_back'],
    ['false-success', 'no_effect', 'svc_no_effect'],
    ['lie', 'no_effect', 'svc_no_effect'],
    ['requirement-not-met', 'skipped', 'svc_skipped'],
  ] as const)('%s is called %s', async (behaviour, result, code) => {
    fixture.site.onUpdate('forms/forms.php', behaviour)
    const { body } = await update({ type: 'plugins' })
    expect(body.data).toMatchObject({ total_updated: 1, updated: [{ slug: 'shop/shop.php' }], total_errors: 1 })
    const [error] = body.data.errors
    expect(error).toMatchObject({ slug: 'forms/forms.php', result, code, old_version: '1.0', new_version: '1.0' })
    expect(await resultsOf()).toEqual([`forms/forms.php ${result}`, 'shop/shop.php updated'])
    // It is still pending.
    expect(await fixture.pendingUpdates()).toContain('plugin forms/forms.php 1.1')
  })

  it.each(['error-after', 'cut-after'] as const)(
    '%s: the update is done although the site could not report it',
    async (behaviour) => {
      fixture.site.onUpdate('forms/forms.php', behaviour)
      const { body } = await fixture.passTime(update({ type: 'plugins' }))
      expect(body.data).toMatchObject({ total_updated: 2, errors: [] })
      expect(fixture.sentCalls()).toHaveLength(1)
      expect(await fixture.pendingUpdates()).not.toContain('plugin forms/forms.php 1.1')
    },
  )

  it('records a 500 without effect as interrupted, and does not repeat the call', async () => {
    fixture.site.onUpdate('forms/forms.php', 'error-before')
    const { body } = await fixture.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', result: 'interrupted', code: 'svc_update_interrupted' },
      { slug: 'shop/shop.php', result: 'interrupted' },
    ])
    expect(fixture.site.counts.upgradeplugintheme).toBe(1)
  })

  it('records unknown when the site stops answering, and the next run reads the site before it sends', async () => {
    // With this check the versions before come back.
    const rules = { gates: { connector: 'off', item: 'off' }, soak_minutes: [] }
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules })
    fixture.site.setFault('cut-after', { on: 'upgradeplugintheme', times: 1 })
    fixture.site.setFault('http-502', { on: 'stats' })
    const { body } = await fixture.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([{ result: 'unknown', code: 'svc_outcome_unknown' }, { result: 'unknown' }])
    expect(await fixture.pendingUpdates()).toContain('plugin forms/forms.php 1.1')
    await fixture.site.clearFaults()
    const again = await fixture.passTime(update({ type: 'plugins' }))
    expect(again.body.data).toMatchObject({ total_updated: 0, total_errors: 0 })
    expect(fixture.sentCalls()).toHaveLength(1)
    expect(await resultsOf()).toEqual(['forms/forms.php updated', 'shop/shop.php updated'])
    expect(await fixture.pendingUpdates()).not.toContain('plugin forms/forms.php 1.1')
  })

  it('reads a site that never answers for a while, sends nothing more, and records unknown', async () => {
    fixture.site.setFault('never-answer', { on: 'upgradeplugintheme' })
    const { body } = await fixture.passTime(update({ type: 'plugins' }))
    expect(body.data.errors).toMatchObject([
      { slug: 'forms/forms.php', result: 'unknown', code: 'svc_outcome_unknown', old_version: '1.0' },
      { slug: 'shop/shop.php', result: 'unknown' },
    ])
    expect(fixture.site.counts.upgradeplugintheme).toBe(1)
    expect(fixture.site.counts.stats).toBeGreaterThan(3)
  })

  it('succeeds although the site was in maintenance for another reader a moment ago', async () => {
    fixture.site.maintenance = true
    const posts = await rest('GET /posts?websites=1')
    expect(posts.text).toContain('is in maintenance, because WordPress installs an update there')
    fixture.site.maintenance = false
    const { body } = await update()
    expect(body.data).toMatchObject({ total_updated: 5, errors: [] })
  })

  it('waits for the end of a maintenance, whatever others read meanwhile', async () => {
    fixture.site.maintenance = true
    const running = update()
    await fixture.passTime(
      Promise.all([1, 2, 3].map(() => rest('GET /posts?websites=1'))).then((answers) => answers[0]!),
    )
    fixture.site.maintenance = false
    const { body } = await fixture.passTime(running)
    expect(body.data).toMatchObject({ total_updated: 5, errors: [] })
  })

  it('reports a maintenance that does not end, sends nothing more, and a later attempt succeeds', async () => {
    fixture.site.onUpdate('forms/forms.php', 'maintenance-instead')
    const { status, body, headers } = await fixture.passTime(update({ type: 'plugins,themes' }))
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'svc_maintenance', '30'])
    expect(body.message).toContain(`“${fixture.site.title}” is in maintenance`)
    expect(await resultsOf()).toEqual([
      'forms/forms.php maintenance',
      'shop/shop.php maintenance',
      'harbour maintenance',
    ])
    fixture.site.onUpdate('forms/forms.php', 'success')
    const again = await update({ type: 'plugins,themes' })
    expect(again.body.data).toMatchObject({ total_updated: 3, errors: [] })
  })

  it('returns 503 for an unreachable site, and the history has the reason', async () => {
    fixture.site.setFault('refuse', { on: '*' })
    const { status, body } = await update({ type: 'plugins' })
    expect([status, body.code]).toEqual([503, 'svc_connection_failed'])
    expect(await fixture.history()).toMatchObject([
      { result: 'not_reached', error_code: 'svc_connection_failed', from_version: '1.0', to_version: '1.0' },
      { result: 'not_reached' },
    ])
  })

  it('keeps finished updates when a later type fails', async () => {
    fixture.site.onUpdate('harbour', 'maintenance-instead')
    const { status, body } = await fixture.passTime(update())
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

  it('does not report updates as its own that others installed since the last sync', async () => {
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    fixture.site.byHand.updateCore('6.9')
    const { body } = await update({ type: 'wp,plugins' })
    expect(body.data.updated).toMatchObject([{ slug: 'shop/shop.php' }])
    const there = { result: 'not_needed', code: 'svc_nothing_to_update' }
    expect(body.data.errors).toMatchObject([
      { slug: 'wordpress', ...there, new_version: '6.9' },
      { slug: 'forms/forms.php', ...there, new_version: '1.1' },
    ])
    expect(await fixture.pendingUpdates()).toEqual(['theme harbour 1.2', 'translation forms 1.0'])
  })

  it('does the same for a single item', async () => {
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    const { body } = await update({ slug: 'forms/forms.php' })
    expect(body.data).toMatchObject({ updated: [], errors: [{ slug: 'forms/forms.php', result: 'not_needed' }] })
  })

  it('records the installed version when it differs from the available one', async () => {
    fixture.site.onUpdate('forms/forms.php', 'other-version')
    const { body } = await update({ slug: 'forms/forms.php' })
    expect(body.data.updated).toMatchObject([{ old_version: '1.0', new_version: '1.1.99' }])
  })
})

it.each([
  ['suspended', { suspended_by: 'hand' as const }, 'svc_site_suspended'],
  ['disconnected', { connection: 'disconnected' as const }, 'svc_site_disconnected'],
])('does not update a %s site', async (_, values, code) => {
  await fixture.service.db.updateTable('sites').set(values).execute()
  const { status, body } = await update()
  expect([status, body.code]).toEqual([409, code])
  expect(fixture.sentCalls()).toEqual([])
  expect((await update({ dry_run: true })).body.data).toMatchObject({ count: 0, warnings: [expect.any(String)] })
})

it('lists in a dry run each item with its step', async () => {
  const { body } = await update({ dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, site_id: 1, count: 5 })
  const sentCalls = body.data.would_affect.map(({ slug, old_version, new_version, step }: Record<string, string>) => [
    slug,
    old_version,
    new_version,
    step,
  ])
  expect(sentCalls).toEqual([
    ['wordpress', '6.8.1', '6.9', 'major'],
    ['forms/forms.php', '1.0', '1.1', 'minor'],
    ['shop/shop.php', '1.0.1', '2.0', 'major'],
    ['harbour', '1.0', '1.2', 'minor'],
    ['forms', '', '1.0', 'unknown'],
  ])
  expect(body.data.summary).toEqual({
    ...{ sites: 1, core: 1, plugins: 2, themes: 1, translations: 1 },
    ...{ major: 2, minor: 2, patch: 0, unknown: 1 },
  })
  expect(fixture.sentCalls()).toEqual([])
})

it('accepts a site, a type and slugs in a batch', async () => {
  const { body } = await rest('POST /batch', {
    updates: {
      update: [{ site: 1, type: 'plugins', slug: ['shop/shop.php'] }],
      create: [{ site: 99 }],
    },
  })
  expect(body.updates.update[0]).toMatchObject({ success: 1, data: { total_updated: 1 } })
  expect(body.updates.create[0]).toMatchObject({ success: 0, error: { code: 'svc_site_not_found' } })
  expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
})

it('returns 403 to viewers, and 404 beyond the limits of a key', async () => {
  expect((await rest('POST /updates/1/update', {}, fixture.people.viewer.headers)).status).toBe(403)
  expect((await rest('POST /updates/2/update', {}, fixture.people.keys.limited.headers)).status).toBe(404)
})
