import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'
import type { UpdateType } from '../update.ts'

const fixture = setUpUpdateRun()
const run = randomUUID()

/** As a worker does that takes over the target of a dead one. */
const goOn = async (input: object = {}) => {
  const call = { resumed: true, unaudited: true }
  const { output } = await fixture.service.app.run(
    'install-site-updates',
    { site_id_or_domain: 1, run, ...input },
    call,
  )
  return output as { updated: Record<string, string>[]; errors: Record<string, string>[] }
}
/** The records of the dead worker. */
const noted = (
  slug: string,
  more: { type?: UpdateType; from?: string; to?: string; result?: string; of?: string } = {},
) =>
  fixture.service.db
    .insertInto('update_history')
    .values({
      run: more.of ?? run,
      site_id: 1,
      site_url: fixture.site.url,
      site_name: 'Site',
      user_name: 'ada',
      type: more.type ?? 'plugin',
      slug,
      name: slug,
      from_version: more.from ?? '1.0',
      to_version: more.to ?? '1.1',
      result: (more.result ?? 'running') as 'running',
      begun_at: new Date(fixture.service.clock.now().getTime() - 60_000),
    })
    .execute()
const outcomes = async () => (await fixture.history()).map(({ slug, result }) => `${slug} ${result}`)
const plugins = { types: ['plugin'] }

describe('resuming after a worker died', () => {
  it('finds finished updates on the site and does not send them again', async () => {
    await noted('forms/forms.php')
    await noted('shop/shop.php', { from: '1.0.1', to: '2.0' })
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    fixture.site.byHand.updatePlugin('shop/shop.php', '2.0')
    const { updated, errors } = await goOn(plugins)
    expect(updated).toMatchObject([
      { slug: 'forms/forms.php', old_version: '1.0', new_version: '1.1' },
      { slug: 'shop/shop.php', old_version: '1.0.1', new_version: '2.0' },
    ])
    expect(errors).toEqual([])
    expect(fixture.sentCalls()).toEqual([])
    expect(await outcomes()).toEqual(['forms/forms.php updated', 'shop/shop.php updated'])
    expect(await fixture.pendingUpdates()).not.toContain('plugin forms/forms.php 1.1')
  })

  it('sends updates that had no effect again, and each item has one outcome', async () => {
    await noted('forms/forms.php')
    await noted('shop/shop.php', { from: '1.0.1', to: '2.0' })
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    const looks = fixture.site.counts.stats!
    const { updated } = await goOn(plugins)
    expect(updated.map(({ slug }) => slug)).toEqual(['forms/forms.php', 'shop/shop.php'])
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
    expect(fixture.site.counts.stats).toBeGreaterThan(looks)
    // The change log does not mention the dead worker.
    const changes = (await fixture.ability('get-site-changes', { site_id_or_domain: 1, source: 'flotilla' })).body
      .changes
    expect(changes.map(({ action }: { action: string }) => action)).not.toContain('update-failed')
    expect(await outcomes()).toEqual(['forms/forms.php updated', 'shop/shop.php updated'])
  })

  it('keeps recorded outcomes, good or bad, and does the rest', async () => {
    await noted('forms/forms.php', { result: 'rolled_back' })
    const { updated, errors } = await goOn(plugins)
    expect(updated).toMatchObject([{ slug: 'shop/shop.php' }])
    expect(errors).toMatchObject([{ slug: 'forms/forms.php', result: 'rolled_back' }])
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
  })

  it('records the outcome of an item that was sent without effect and is ignored now', async () => {
    await noted('forms/forms.php')
    await fixture.ability('ignore-site-plugins', { site_id_or_domain: 1, action: 'add', slugs: ['forms/forms.php'] })
    const { updated, errors } = await goOn(plugins)
    expect(updated).toMatchObject([{ slug: 'shop/shop.php' }])
    expect(errors).toMatchObject([{ slug: 'forms/forms.php', result: 'interrupted' }])
    expect(await outcomes()).toEqual(['forms/forms.php interrupted', 'shop/shop.php updated'])
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
  })

  it('tries items again that did not reach the site', async () => {
    await noted('forms/forms.php', { result: 'not_reached' })
    expect((await goOn({ ...plugins, slugs: ['forms/forms.php'] })).updated).toMatchObject([
      { slug: 'forms/forms.php' },
    ])
    expect(await outcomes()).toEqual(['forms/forms.php updated'])
  })

  it('works for WordPress, themes and translations too', async () => {
    await noted('wordpress', { type: 'core', from: '6.8.1', to: '6.9' })
    await noted('harbour', { type: 'theme', to: '1.2' })
    await noted('forms', { type: 'translation', to: '' })
    fixture.site.byHand.updateCore('6.9')
    fixture.site.translations = []
    const { updated } = await goOn({ types: ['core', 'theme', 'translation'] })
    expect(updated.map(({ type }) => type).sort()).toEqual(['core', 'theme', 'translation'])
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme harbour'])
  })

  it('reads the site before it sends even when nothing was recorded', async () => {
    const looks = fixture.site.counts.stats!
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    await goOn(plugins)
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
    expect(fixture.site.counts.stats).toBeGreaterThan(looks + 1)
  })

  it('fails when the site cannot be read, and leaves the items to the next run', async () => {
    await noted('forms/forms.php')
    fixture.site.setFault('http-401', { on: '*' })
    await expect(goOn(plugins)).rejects.toMatchObject({ code: 'svc_http_auth_required' })
    expect(fixture.sentCalls()).toEqual([])
    expect(await fixture.history()).toMatchObject([{ result: 'unknown', error_code: 'svc_http_auth_required' }])
  })

  it('waits while an earlier call may still be running', async () => {
    await noted('forms/forms.php')
    await fixture.service.db.updateTable('update_history').set({ begun_at: fixture.service.clock.now() }).execute()
    let done = false
    const going = goOn({ ...plugins, slugs: ['forms/forms.php'] }).finally(() => {
      done = true
    })
    const looks = fixture.site.counts.stats!
    await expect.poll(() => fixture.site.counts.stats).toBe(looks + 1)
    // The site finishes the earlier call.
    fixture.site.byHand.updatePlugin('forms/forms.php', '1.1')
    while (!done) {
      fixture.service.clock.advance(1_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect((await going).updated).toMatchObject([{ slug: 'forms/forms.php', new_version: '1.1' }])
    expect(fixture.sentCalls()).toEqual([])
  })
})

it('settles items of another run under the name of that run', async () => {
  const other = randomUUID()
  await noted('forms/forms.php', { of: other })
  const { body } = await fixture.rest('POST /updates/1/update', { type: 'themes' })
  expect(body.data).toMatchObject({ total_updated: 1, errors: [] })
  expect(await fixture.history()).toMatchObject([
    { run: other, result: 'interrupted', error_code: 'svc_update_interrupted', user_name: 'ada' },
    { slug: 'harbour', result: 'updated' },
  ])
})

it('installs only updates that were available by then', async () => {
  const offered_before = new Date(fixture.service.clock.now().getTime() - 1).toISOString()
  const { updated } = await goOn({ ...plugins, offered_before })
  expect(updated).toEqual([])
  expect(fixture.sentCalls()).toEqual([])
})

it('leaves out updates that are known to fail in automatic runs', async () => {
  const { db } = fixture.service
  await db.updateTable('site_updates').set({ has_package: false }).where('slug', '=', 'forms/forms.php').execute()
  await fixture.general({ plugin_automatic_daily_update: 1, delay_autoupdate: 0 })
  const call = { unaudited: true }
  await fixture.service.app.run(
    'install-site-updates',
    { site_id_or_domain: 1, run, ...plugins, automatic: true },
    call,
  )
  expect(fixture.sentCalls()).toEqual(['upgradeplugintheme shop/shop.php'])
  expect(await fixture.history()).toMatchObject([{ automatic: true, user_name: 'flotilla' }])
})
