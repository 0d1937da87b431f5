import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { rest } = fixture
const forms = 'forms/forms.php'
const reasons = async () =>
  Object.fromEntries(
    ((await rest('GET /updates/1/reasons')).body.data as Record<string, string>[]).map(({ type, slug, code }) => [
      `${type} ${slug}`,
      code,
    ]),
  )

describe('explain-site-updates', () => {
  it('has an answer for every item of the site', async () => {
    expect(await reasons()).toEqual({
      'core wordpress': 'ask',
      'plugin forms/forms.php': 'ask',
      'plugin shop/shop.php': 'ask',
      'plugin mainwp-child/mainwp-child.php': 'up_to_date',
      'theme harbour': 'ask',
      'translation forms': 'ask',
    })
    await fixture.general({ plugin_automatic_daily_update: 1, delay_autoupdate: 3 })
    await rest('PUT /update-policies', {
      scope: 'item',
      item_type: 'plugin',
      item_slug: 'shop/shop.php',
      rules: { major: 'never' },
    })
    await rest('POST /updates/ignore/themes', { slug: 'harbour' })
    expect(await reasons()).toMatchObject({
      'plugin forms/forms.php': 'delayed',
      'plugin shop/shop.php': 'never',
      'theme harbour': 'ignored',
    })
    fixture.service.clock.advance(3 * 86_400_000)
    expect(await reasons()).toMatchObject({ 'plugin forms/forms.php': 'due' })
  })

  it('names the rollout that installs an item later, also while it is paused', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, delay_autoupdate: 0 })
    const answer = async () =>
      ((await rest('GET /updates/1/reasons')).body.data as { slug: string }[]).find(({ slug }) => slug === forms)
    const { body } = await rest('POST /rollouts', { specific_items: [forms], starts_at: '2026-12-01T00:00:00Z' })
    const { rollout_id } = body.data
    expect(await answer()).toMatchObject({ code: 'in_rollout', blocks: 'automatic', rollout_id })
    await rest(`POST /rollouts/${rollout_id}/pause`)
    expect(await answer()).toMatchObject({ code: 'in_rollout', message: expect.stringContaining('is paused') })
    fixture.site.offerPlugin(forms, '1.2')
    await fixture.sync()
    expect(await answer()).toMatchObject({ code: 'due', rollout_id: null })
    fixture.site.offerPlugin(forms, '1.1')
    await fixture.sync()
    await rest(`POST /rollouts/${rollout_id}/end`, { confirm: true })
    expect(await answer()).toMatchObject({ code: 'due', rollout_id: null })
  })

  it('says what cannot be guarded where a policy requires a guard', async () => {
    fixture.site.snippetsForbidden = true
    await rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules: { guard: 'required' } })
    expect(await reasons()).toMatchObject({ 'core wordpress': 'not_guarded', [`plugin ${forms}`]: 'ask' })
    await rest('POST /updates/1/update', {})
    expect(await fixture.history()).toMatchObject([{ type: 'translation', result: 'updated' }])
    // What the site refused is remembered.
    expect(await reasons()).toMatchObject({
      'core wordpress': 'not_guarded',
      [`plugin ${forms}`]: 'not_guarded',
      'theme harbour': 'not_guarded',
    })
    const sites = (await rest(`GET /updates/items/plugin/${encodeURIComponent(forms)}/sites`)).body.data
    expect(sites).toMatchObject([{ reason: { code: 'not_guarded', message: expect.stringContaining('this site') } }])
  })

  it('an update that a policy forbids is not installed, and the answer says why', async () => {
    await rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules: { major: 'never' } })
    const { body } = await fixture.ability('update-site-plugins', { site_id_or_domain: 1 })
    expect(body).toMatchObject({
      updated: [{ slug: 'forms/forms.php' }],
      errors: [{ slug: 'shop/shop.php', result: 'skipped', code: 'svc_update_not_allowed' }],
    })
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme forms/forms.php'])
  })
})
