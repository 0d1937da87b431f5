import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, aliased, rest } = fixture
const activate = (slugs: string[], more: object = {}) =>
  ability('activate-site-plugins', { site_id_or_domain: 1, slugs, ...more })
const isActive = (file: string) => fixture.site.plugin(file)?.active
const actions = () => fixture.site.counts.plugin_action ?? 0
const stored = async (slug: string) =>
  (await ability('get-site-plugins', { site_id_or_domain: 1 })).body.plugins.find(
    (plugin: { slug: string }) => plugin.slug === slug,
  )

describe('activate-site-plugins', () => {
  it('activates, and the stored inventory is right at once', async () => {
    await fixture.sync()
    const { status, body } = await activate(['off/off.php'])
    expect(status).toBe(200)
    expect(body).toEqual({
      site_id: 1,
      site_url: fixture.site.url,
      site: { id: 1, name: 'Site 1', url: fixture.site.url, client_id: null },
      activated: ['off/off.php'],
      plugins: [expect.objectContaining({ slug: 'off/off.php', name: 'Off', version: '2.0', active: true })],
      errors: [],
    })
    expect(isActive('off/off.php')).toBe(true)
    expect(await stored('off/off.php')).toMatchObject({ active: true })
  })

  it('works on a site that was never synced', async () => {
    expect((await activate(['off/off.php'])).body).toMatchObject({ activated: ['off/off.php'], errors: [] })
    expect(await stored('on/on.php')).toMatchObject({ active: true })
  })

  it('succeeds when repeated, and handles each slug once', async () => {
    const { body } = await activate(['on/on.php', 'off/off.php', 'on/on.php'])
    expect(body).toMatchObject({ activated: ['off/off.php', 'on/on.php'], errors: [] })
    expect((await activate(['off/off.php'])).body).toMatchObject({ activated: ['off/off.php'], errors: [] })
  })

  it('reports a slug that is not installed', async () => {
    await fixture.sync()
    const { status, body } = await activate(['absent/absent.php', 'off/off.php'])
    expect(status).toBe(200)
    expect(body.activated).toEqual(['off/off.php'])
    expect(body.errors).toEqual([
      {
        identifier: 'absent/absent.php',
        site_id: 1,
        site_url: fixture.site.url,
        type: 'plugin',
        slug: 'absent/absent.php',
        code: 'svc_not_installed',
        message: expect.stringContaining('is not installed'),
      },
    ])
  })

  it('does not trust a site that only reports success', async () => {
    fixture.site.setFault('false-success', { on: 'plugin_action' })
    const { body } = await activate(['off/off.php'])
    expect(body).toMatchObject({ activated: [], errors: [{ code: 'svc_activation_failed' }] })
    expect(await stored('off/off.php')).toMatchObject({ active: false })
  })

  it('reports the plugin that breaks the site and activates the plugins after it', async () => {
    fixture.site.addPlugin({ file: 'bad/bad.php', name: 'Bad', version: '3', active: false, breaksOnActivation: true })
    fixture.site.addPlugin({ file: 'late/late.php', name: 'Late', version: '4', active: false })
    const { status, body } = await activate(['off/off.php', 'bad/bad.php', 'late/late.php'])
    expect(status).toBe(200)
    expect(body.activated).toEqual(['late/late.php', 'off/off.php'])
    expect(body.errors).toMatchObject([{ slug: 'bad/bad.php', code: 'svc_activation_failed' }])
    expect(isActive('late/late.php')).toBe(true)
    expect(await stored('late/late.php')).toMatchObject({ active: true })
  })

  it('succeeds when the site did it and only its answer was lost', async () => {
    fixture.site.setFault('http-500-after', { on: 'plugin_action' })
    expect((await activate(['off/off.php'])).body).toMatchObject({ activated: ['off/off.php'], errors: [] })
    expect(actions()).toBe(1)
  })

  it('reports an unknown outcome, and does not try again', async () => {
    fixture.site.setFault('http-500-after', { on: 'plugin_action' })
    fixture.site.setFault('http-404', { on: 'stats' })
    const hasty = await fixture.service.openAnother({ clock: systemClock, connector: { recheck: { attempts: 1 } } })
    const { output } = await hasty.run('activate-site-plugins', { site_id_or_domain: 1, slugs: ['off/off.php'] })
    expect(output).toMatchObject({ activated: [], errors: [{ code: 'svc_outcome_unknown' }] })
    expect(actions()).toBe(1)
    await fixture.service.closeOthers()
  })

  it('fails with 503 when the site cannot be reached, and leaves the inventory as it was', async () => {
    await fixture.sync()
    fixture.site.setFault('refuse', { on: '*' })
    const { status, body } = await activate(['off/off.php'])
    expect([status, body.code]).toEqual([503, 'svc_connection_failed'])
    expect(await stored('off/off.php')).toMatchObject({ active: false })
    await fixture.site.clearFaults()
  })

  it('is refused with 409 on a disconnected site, and nothing is sent', async () => {
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    const { status, body } = await activate(['off/off.php'])
    expect([status, body.code]).toEqual([409, 'svc_site_disconnected'])
    expect(actions()).toBe(0)
  })

  it('works on a suspended site', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).execute()
    expect((await activate(['off/off.php'])).body.activated).toEqual(['off/off.php'])
  })

  it('shows a site that refuses our key and a new one as failing', async () => {
    fixture.site.disconnect()
    const { status } = await activate(['off/off.php'])
    expect(status).toBe(502)
    const site = await fixture.service.db
      .selectFrom('sites')
      .select(['sync_error_code'])
      .where('id', '=', 1)
      .executeTakeFirst()
    expect(site).toEqual({ sync_error_code: 'svc_registration_refused' })
  })

  it('plans from stored data, without calling the site', async () => {
    await fixture.sync()
    const { site } = fixture
    const before = { ...site.counts }
    site.setFault('refuse', { on: '*' })
    const { status, body } = await activate(['off/off.php', 'on/on.php', 'absent/absent.php'], { dry_run: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: true, site_id: 1, count: 1, would_affect: [{ slug: 'off/off.php' }] })
    expect(body.warnings).toEqual([
      'On is already active.',
      expect.stringContaining('absent/absent.php was not on the site'),
    ])
    expect(site.counts).toEqual(before)
    expect(isActive('off/off.php')).toBe(false)
    await site.clearFaults()
  })

  it('plans nothing for a disconnected site and gives the reason', async () => {
    await fixture.sync()
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    const { body } = await activate(['off/off.php'], { dry_run: true })
    expect(body).toMatchObject({ count: 0, warnings: [expect.stringContaining('is not connected')] })
  })

  it.each(['../../wp-config.php', '/etc/passwd.php', 'a/b/c.php', 'a||b.php', 'a\\b.php', 'akismet', ''])(
    'refuses %j, which is no slug of a plugin',
    async (slug) => {
      const { status, body } = await activate(['off/off.php', slug])
      expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
      expect(Object.keys(body.data.params)).toEqual(['slugs[1]'])
      expect(actions()).toBe(0)
    },
  )

  it('needs a slug, a known site and the permission to change it', async () => {
    expect((await activate([])).status).toBe(400)
    expect((await ability('activate-site-plugins', { site_id_or_domain: 9, slugs: ['a/a.php'] })).status).toBe(404)
    const { read, limited } = fixture.people.keys
    const second = { site_id_or_domain: 2, slugs: ['off/off.php'] }
    expect((await ability('activate-site-plugins', second, read.headers)).status).toBe(403)
    expect((await ability('activate-site-plugins', second, limited.headers)).status).toBe(404)
  })

  it('accepts the aliases, and returns slugs to clients of the established product', async () => {
    const { body } = await aliased('activate-site-plugins', { site_id: 1, plugins: ['off/off.php'] })
    expect(body.activated).toEqual(['off/off.php'])
  })

  it.each(['POST', 'PUT', 'PATCH'])(
    'answers %s over REST with the plugins, the site and the errors',
    async (method) => {
      const { status, body } = await rest(`${method} /sites/1/plugins/activate`, {
        slug: 'off/off.php,absent/absent.php',
      })
      expect(status).toBe(200)
      expect(body).toEqual({
        success: 1,
        message: '1 of 2 plugins activated. absent/absent.php is not installed on the site.',
        errors: [expect.objectContaining({ slug: 'absent/absent.php', code: 'svc_not_installed' })],
        site: { id: 1, name: 'Site 1', url: fixture.site.url, client_id: null },
        data: [expect.objectContaining({ slug: 'off/off.php', name: 'Off', version: '2.0' })],
      })
    },
  )
})
