import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { rest } = fixture
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
