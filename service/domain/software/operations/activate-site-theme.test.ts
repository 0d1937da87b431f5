import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, aliased, rest } = fixture
const activate = (slug: string, more: object = {}) =>
  ability('activate-site-theme', { site_id_or_domain: 1, slug, ...more })
const storedTheme = async () => (await ability('get-site-themes', { site_id_or_domain: 1 })).body.active_theme
const actions = () => fixture.site.counts.theme_action ?? 0

describe('activate-site-theme', () => {
  it('activates the theme and returns the previous one', async () => {
    await fixture.sync()
    const { status, body } = await activate('spare')
    expect(status).toBe(200)
    expect(body).toMatchObject({ site_id: 1, activated: 'spare', previous_theme: 'now' })
    expect(body.theme).toMatchObject({ slug: 'spare', name: 'Spare', active: true, update_version: '2.1' })
    expect(body.previous).toMatchObject({ slug: 'now', active: false })
    expect(fixture.site.activeTheme).toBe('spare')
    expect(await storedTheme()).toBe('spare')
  })

  it('returns the real previous theme when it changed since the last sync', async () => {
    fixture.site.addTheme({ slug: 'third', name: 'Third', version: '3' })
    await fixture.sync()
    fixture.site.byHand.activateTheme('third')
    expect((await activate('spare')).body.previous_theme).toBe('third')
  })

  it('changes nothing when the theme is already active', async () => {
    expect((await activate('now')).body).toMatchObject({ activated: 'now', previous_theme: 'now' })
    expect(actions()).toBe(0)
  })

  it('refuses a theme that the site does not have before anything is sent', async () => {
    const { status, body } = await activate('absent')
    expect([status, body.code]).toEqual([404, 'svc_theme_not_found'])
    expect([actions(), fixture.site.activeTheme]).toEqual([0, 'now'])
  })

  it('does not trust a site that only reports success', async () => {
    fixture.site.setFault('false-success', { on: 'theme_action' })
    const { status, body } = await activate('spare')
    expect([status, body.code]).toEqual([502, 'svc_activation_failed'])
    expect(await storedTheme()).toBe('now')
  })

  it('reports an unknown outcome', async () => {
    fixture.site.setFault('http-500-after', { on: 'theme_action' })
    fixture.site.setFault('http-404', { on: 'stats' })
    const hasty = await fixture.service.openAnother({ clock: systemClock, connector: { recheck: { attempts: 1 } } })
    const activation = hasty.run('activate-site-theme', { site_id_or_domain: 1, slug: 'spare' })
    await expect(activation).rejects.toMatchObject({ code: 'svc_outcome_unknown' })
    await fixture.service.closeOthers()
  })

  it('fails with 503 when the site cannot be reached and with 409 when it is not connected', async () => {
    fixture.site.setFault('refuse', { on: '*' })
    expect((await activate('spare')).status).toBe(503)
    await fixture.site.clearFaults()
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    expect((await activate('spare')).body.code).toBe('svc_site_disconnected')
    expect(fixture.site.activeTheme).toBe('now')
  })

  it('works on a suspended site', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).execute()
    expect((await activate('spare')).body.activated).toBe('spare')
  })

  it('plans from stored data', async () => {
    await fixture.sync()
    const before = { ...fixture.site.counts }
    expect((await activate('spare', { dry_run: true })).body).toMatchObject({
      dry_run: true,
      site_id: 1,
      would_affect: [{ slug: 'spare' }],
      count: 1,
      warnings: [],
    })
    expect((await activate('absent', { dry_run: true })).body).toMatchObject({
      count: 0,
      warnings: [expect.any(String)],
    })
    expect(fixture.site.counts).toEqual(before)
  })

  it.each(['../now', 'a/b/c', 'a||b', '..', '__proto__'])('refuses %j, which is no slug of a theme', async (slug) => {
    expect((await activate(slug)).status).toBe(400)
    expect(actions()).toBe(0)
  })

  it('accepts the alias and returns the slug in `activated`', async () => {
    const { body } = await aliased('activate-site-theme', { site_id: 1, theme: 'spare' })
    expect(body).toMatchObject({ activated: 'spare', theme: { slug: 'spare' } })
  })

  it('returns the new and the previous theme over REST', async () => {
    const { body } = await rest('POST /sites/1/themes/activate', { slug: 'spare' })
    expect(body).toMatchObject({
      success: 1,
      site: { id: 1, url: fixture.site.url },
      data: { activate: { slug: 'spare', version: '2.0' }, deactivate: { slug: 'now', version: '1.0' } },
    })
  })
})
