import { describe, expect, it } from 'vitest'
import type { UpdateBehaviour } from '../../../../../simulator/index.ts'
import { setUpUpdateRun } from '../../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 4 })
const update = (site = 1) =>
  fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: site, slugs: [forms] }))
const pagesRead = (index = 0) => fixture.sites[index]!.callLog.counts['front page'] ?? 0

describe('further pages around an update', () => {
  it('take back releases that break only some of them', async () => {
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: 1_000 } })
    const effects: UpdateBehaviour[] = ['missing-stylesheet', 'prints-notice', 'redirect-loop']
    const seen: unknown[] = []
    for (const [index, effect] of effects.entries()) {
      fixture.sites[index]!.onUpdate(forms, effect)
      const { body } = await update(index + 1)
      const [error] = body.errors
      seen.push([effect, error?.result, fixture.sites[index]!.plugin(forms)?.version, error?.message])
    }
    expect(seen).toEqual([
      ['missing-stylesheet', 'rolled_back', '1.0', expect.stringContaining('style.css: HTTP 404')],
      ['prints-notice', 'rolled_back', '1.0', expect.stringContaining('PHP prints a warning')],
      ['redirect-loop', 'rolled_back', '1.0', expect.stringContaining('redirects do not end')],
    ])
  })

  it('are read once before and once after a good release, and are part of its evidence', async () => {
    fixture.site.addPlugin({ file: 'woocommerce/woocommerce.php', name: 'WooCommerce', version: '9.0' })
    const text = { title: 'New', content: 'New', categories: [], tags: [] }
    const written = { id: 9, type: 'post', status: 'publish', authorId: 1, published: 1, created: 1, modified: 1 }
    fixture.site.posts = [{ ...written, ...text }]
    await fixture.sync([1])
    const before = pagesRead()
    const { body } = await update()
    expect(body).toMatchObject({ total_updated: 1, health: 'ok' })
    const [check] = await fixture.service.db.selectFrom('update_checks').selectAll().execute()
    const kinds = (check?.after ?? []).map(({ kind, path }) => kind ?? path)
    expect(new Set(kinds)).toEqual(
      new Set(['', '/wp-admin/admin-ajax.php', 'rest', 'login', 'phone', 'feed', 'newest', 'shop', 'assets']),
    )
    expect(pagesRead() - before).toBeLessThanOrEqual(40)
  })

  it('are not read where the policy switches them off', async () => {
    const off = Object.fromEntries(
      ['rest', 'login', 'phone', 'newest', 'feed', 'shop', 'assets'].map((kind) => [kind, 'off']),
    )
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { gates: off } })
    const before = pagesRead()
    await update()
    // The homepage twice and admin-ajax.php before, both after, and wp-cron.php twice for the guard.
    expect(pagesRead() - before).toBe(7)
  })
})
