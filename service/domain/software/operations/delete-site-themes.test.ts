import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, aliased, rest } = fixture
const remove = (slugs: string[], more: object = { confirm: true }) =>
  ability('delete-site-themes', { site_id_or_domain: 1, slugs, ...more })
const isThere = (slug: string) => fixture.site.theme(slug) !== undefined

describe('delete-site-themes', () => {
  it('deletes, and the stored inventory and its update are gone at once', async () => {
    await fixture.sync()
    const { body } = await remove(['spare'])
    expect(body).toMatchObject({
      site_id: 1,
      deleted: ['spare'],
      themes: [{ slug: 'spare', name: 'Spare' }],
      errors: [],
    })
    expect(isThere('spare')).toBe(false)
    expect((await ability('get-site-themes', { site_id_or_domain: 1 })).body).toMatchObject({ total: 1 })
    const { body: site } = await ability('get-site', { site_id_or_domain: 1, include_stats: true })
    expect(site.stats.theme_updates).toBe(0)
  })

  it('leaves the active theme and its parent, and deletes the rest', async () => {
    fixture.site.addTheme({ slug: 'child', name: 'Child', version: '1', parent: 'spare' })
    fixture.site.activeTheme = 'child'
    const { body } = await remove(['child', 'spare', 'now'])
    expect(body.deleted).toEqual(['now'])
    expect(body.errors).toMatchObject([
      { slug: 'child', type: 'theme', code: 'svc_theme_active' },
      { slug: 'spare', type: 'theme', code: 'svc_theme_active', message: expect.stringContaining('parent') },
    ])
    expect([isThere('child'), isThere('spare'), isThere('now')]).toEqual([true, true, false])
  })

  it('does not report a theme as deleted that was never there', async () => {
    expect((await remove(['absent'])).body).toMatchObject({ deleted: [], errors: [{ code: 'svc_not_installed' }] })
    expect(fixture.site.counts.theme_action).toBeUndefined()
  })

  it('does not trust a site that only reports success', async () => {
    fixture.site.setFault('false-success', { on: 'theme_action' })
    expect((await remove(['spare'])).body).toMatchObject({ deleted: [], errors: [{ code: 'svc_deletion_failed' }] })
  })

  it('requires confirmation, except for a dry run', async () => {
    await fixture.sync()
    expect((await remove(['spare'], {})).body.code).toBe('svc_confirmation_required')
    expect((await remove(['spare', 'now'], { dry_run: true })).body).toMatchObject({
      dry_run: true,
      would_affect: [{ slug: 'spare' }],
      warnings: [expect.stringContaining('Now is the active theme')],
    })
    expect(isThere('spare')).toBe(true)
  })

  it('fails with 503 when the site cannot be reached and with 409 when it is not connected', async () => {
    fixture.site.setFault('refuse', { on: '*' })
    expect((await remove(['spare'])).status).toBe(503)
    await fixture.site.clearFaults()
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    expect((await remove(['spare'])).status).toBe(409)
  })

  it('works on a suspended site, and by DELETE over REST', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).execute()
    const { body } = await rest('DELETE /sites/1/themes/delete?slug=spare,now')
    expect(body).toMatchObject({ success: 1, data: [{ slug: 'spare' }], errors: [{ slug: 'now' }], site: { id: 1 } })
  })

  it('refuses an invalid slug, and accepts the alias', async () => {
    expect((await remove(['../spare'])).status).toBe(400)
    const { body } = await aliased('delete-site-themes', { site_id: 1, themes: ['spare'], confirm: true })
    expect(body).toMatchObject({ deleted: ['spare'], count: 1, dry_run: false, warnings: [] })
  })
})
