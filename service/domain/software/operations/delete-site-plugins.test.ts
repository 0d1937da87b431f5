import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, aliased, rest } = fixture
const remove = (slugs: string[], more: object = { confirm: true }) =>
  ability('delete-site-plugins', { site_id_or_domain: 1, slugs, ...more })
const connector = 'mainwp-child/mainwp-child.php'
const isThere = (file: string) => fixture.site.plugin(file) !== undefined
const storedSlugs = async () =>
  (await ability('get-site-plugins', { site_id_or_domain: 1 })).body.plugins.map(({ slug }: { slug: string }) => slug)

describe('delete-site-plugins', () => {
  it('deletes, and the stored inventory and its update are gone at once', async () => {
    fixture.site.offerPlugin('off/off.php', '2.1')
    await fixture.sync()
    const { body } = await remove(['off/off.php'])
    expect(body).toMatchObject({ site_id: 1, deleted: ['off/off.php'], errors: [] })
    expect(body.plugins).toMatchObject([{ slug: 'off/off.php', name: 'Off', version: '2.0', update_version: null }])
    expect(isThere('off/off.php')).toBe(false)
    expect(await storedSlugs()).toEqual([connector, 'on/on.php'])
    const { body: site } = await ability('get-site', { site_id_or_domain: 1, include_stats: true })
    expect(site.stats.plugin_updates).toBe(1)
  })

  it('has success 0 over REST when no plugin was deleted, and counts them when some were', async () => {
    const del = (slug: string) => rest(`DELETE /sites/1/plugins/delete?slug=${slug}`)
    const none = await del(connector)
    expect([none.status, none.body.success]).toEqual([200, 0])
    expect(none.body.message).toMatch(/^0 of 1 plugin deleted\. /)
    const some = (await del(`${connector},off/off.php`)).body
    expect(some).toMatchObject({ success: 1, errors: [{ slug: connector }] })
    expect(some.message).toMatch(/^1 of 2 plugins deleted\. /)
  })

  it('requires confirmation', async () => {
    const { status, body } = await remove(['off/off.php'], {})
    expect([status, body.code]).toEqual([400, 'svc_confirmation_required'])
    expect((await remove(['off/off.php'], { confirm: false })).status).toBe(400)
    expect(isThere('off/off.php')).toBe(true)
  })

  it('keeps an active plugin unless forced, whatever the stored state', async () => {
    await fixture.sync()
    fixture.site.byHand.activatePlugin('off/off.php')
    const refused = await remove(['off/off.php'])
    expect(refused.body).toMatchObject({ deleted: [], errors: [{ code: 'svc_plugin_active' }] })
    expect(refused.body.errors[0].message).toContain('force: true')
    expect(fixture.site.counts.plugin_action).toBeUndefined()
    expect((await remove(['off/off.php'], { confirm: true, force: true })).body.deleted).toEqual(['off/off.php'])
    expect(isThere('off/off.php')).toBe(false)
  })

  it('never deletes the connector or a must-use plugin, not even by force', async () => {
    fixture.site.addPlugin({ file: 'watch.php', name: 'Watch', version: '1', mustUse: true })
    const { body } = await remove([connector, 'watch.php'], { confirm: true, force: true })
    expect(body).toMatchObject({ deleted: [], errors: [{ code: 'svc_is_connector' }, { code: 'svc_must_use' }] })
    expect([isThere(connector), isThere('watch.php')]).toEqual([true, true])
  })

  it('reports missing items and deletes the rest', async () => {
    const { body } = await remove(['absent/absent.php', 'off/off.php'])
    expect(body).toMatchObject({
      deleted: ['off/off.php'],
      errors: [{ slug: 'absent/absent.php', code: 'svc_not_installed' }],
    })
  })

  it('does not trust a site that only reports success', async () => {
    fixture.site.setFault('false-success', { on: 'plugin_action' })
    expect((await remove(['off/off.php'])).body).toMatchObject({
      deleted: [],
      errors: [{ code: 'svc_deletion_failed' }],
    })
    expect(await storedSlugs()).toContain('off/off.php')
  })

  it('fails with 503 when the site cannot be reached and with 409 when it is not connected', async () => {
    fixture.site.setFault('refuse', { on: '*' })
    expect((await remove(['off/off.php'])).status).toBe(503)
    await fixture.site.clearFaults()
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    expect((await remove(['off/off.php'])).status).toBe(409)
    expect(isThere('off/off.php')).toBe(true)
  })

  it('works on a suspended site', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'client' }).execute()
    expect((await remove(['off/off.php'])).body.deleted).toEqual(['off/off.php'])
  })

  it('plans from stored data without confirmation', async () => {
    await fixture.sync()
    const before = { ...fixture.site.counts }
    const { body } = await remove(['off/off.php', 'on/on.php'], { dry_run: true })
    expect(body).toMatchObject({ dry_run: true, count: 1, would_affect: [{ slug: 'off/off.php' }] })
    expect(body.warnings).toEqual([expect.stringContaining('On is active.')])
    const forced = await remove(['on/on.php'], { dry_run: true, force: true })
    expect(forced.body).toMatchObject({ count: 1, warnings: ['On is active; it would be deactivated first.'] })
    expect(fixture.site.counts).toEqual(before)
  })

  it('answers DELETE over REST, which implies confirmation, with slugs in the query or in the body', async () => {
    const { body } = await rest('DELETE /sites/1/plugins/delete?slug=off/off.php,absent/absent.php')
    expect(body).toMatchObject({ success: 1, site: { id: 1 }, data: [{ slug: 'off/off.php' }], errors: [{}] })
    const second = await rest('DELETE /sites/2/plugins/delete', { slug: ['off/off.php'] })
    expect(second.body.data).toMatchObject([{ slug: 'off/off.php' }])
    expect((await rest('DELETE /sites/1/plugins/delete')).status).toBe(400)
  })

  it('needs the scope to delete', async () => {
    const { headers } = fixture.people.keys.write
    const { status } = await ability(
      'delete-site-plugins',
      { site_id_or_domain: 1, slugs: ['off/off.php'], confirm: true },
      headers,
    )
    expect(status).toBe(403)
  })

  it('returns the fields of the established product', async () => {
    const { body } = await aliased('delete-site-plugins', { site_id: 1, plugins: ['off/off.php'], confirm: true })
    expect(body).toMatchObject({ dry_run: false, deleted: ['off/off.php'], count: 1, warnings: [], errors: [] })
  })
})
