import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, rest } = fixture
const deactivate = (slugs: string[], more: object = {}) =>
  ability('deactivate-site-plugins', { site_id_or_domain: 1, slugs, ...more })
const connector = 'mainwp-child/mainwp-child.php'
const isActive = (file: string) => fixture.site.plugin(file)?.active

describe('deactivate-site-plugins', () => {
  it('deactivates, and the stored inventory is right at once', async () => {
    await fixture.sync()
    const { body } = await deactivate(['on/on.php'])
    expect(body).toMatchObject({ site_id: 1, deactivated: ['on/on.php'], errors: [] })
    expect(body.plugins).toMatchObject([{ slug: 'on/on.php', active: false, update_version: '1.1' }])
    expect(isActive('on/on.php')).toBe(false)
    const { body: list } = await ability('get-site-plugins', { site_id_or_domain: 1, status: 'active' })
    expect(list.total).toBe(1)
  })

  it('never sends the connector or a must-use plugin', async () => {
    fixture.site.addPlugin({ file: 'watch.php', name: 'Watch', version: '1', mustUse: true })
    await fixture.sync()
    const { status, body } = await deactivate([connector, 'watch.php'])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      deactivated: [],
      errors: [
        { slug: connector, code: 'svc_is_connector', message: expect.stringContaining('could not manage') },
        { slug: 'watch.php', code: 'svc_must_use' },
      ],
    })
    expect(fixture.site.counts.plugin_action).toBeUndefined()
  })

  it('leaves the connector active although it was not stored as one', async () => {
    expect((await deactivate([connector, 'on/on.php'])).body).toMatchObject({
      deactivated: ['on/on.php'],
      errors: [{ slug: connector, code: 'svc_is_connector' }],
    })
    expect(isActive(connector)).toBe(true)
  })

  it('reports a slug that is not installed, and a site that only reports success', async () => {
    expect((await deactivate(['absent/absent.php'])).body.errors).toMatchObject([{ code: 'svc_not_installed' }])
    fixture.site.setFault('false-success', { on: 'plugin_action' })
    expect((await deactivate(['on/on.php'])).body).toMatchObject({
      deactivated: [],
      errors: [{ slug: 'on/on.php', code: 'svc_deactivation_failed' }],
    })
  })

  it('answers within 25 seconds when the site answers 500 to everything, and the outcome is found later', async () => {
    await fixture.sync()
    fixture.site.setFault('http-500', { on: '*' })
    const { clock } = fixture.service
    const read = fixture.site.counts.stats ?? 0
    let isOver = false
    const answer = deactivate(['on/on.php']).finally(() => {
      isOver = true
    })
    while (!isOver) {
      clock.advance(500)
      await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50))])
    }
    const { status, body } = await answer
    expect(status).toBe(200)
    expect(body).toMatchObject({ deactivated: [], errors: [{ slug: 'on/on.php', code: 'svc_outcome_unknown' }] })
    // At once, after 6 and after 12 seconds; further reads would be after 42 and 90 seconds.
    expect((fixture.site.counts.stats ?? 0) - read).toBeLessThanOrEqual(3)
    expect((await rest(`GET /jobs/${body.errors[0].job_id}`)).body.data).toMatchObject({
      type: 'sync',
      job_id: body.errors[0].job_id,
    })
  })

  it('fails with 503 when the site cannot be reached and with 409 when it is not connected', async () => {
    fixture.site.setFault('refuse', { on: '*' })
    expect((await deactivate(['on/on.php'])).status).toBe(503)
    await fixture.site.clearFaults()
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    expect((await deactivate(['on/on.php'])).body.code).toBe('svc_site_disconnected')
  })

  it('works on a suspended site, and over REST', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).execute()
    const { body } = await rest('POST /sites/1/plugins/deactivate', { slug: ['on/on.php'] })
    expect(body).toMatchObject({
      success: 1,
      site: { id: 1 },
      errors: [],
      data: [{ slug: 'on/on.php', active: false }],
    })
  })

  it('plans from stored data', async () => {
    await fixture.sync()
    const { body } = await deactivate(['on/on.php', 'off/off.php', connector], { dry_run: true })
    expect(body).toMatchObject({
      dry_run: true,
      would_affect: [{ slug: 'on/on.php' }],
      warnings: ['Off is already inactive.', expect.stringContaining('is the connector')],
    })
    expect(isActive('on/on.php')).toBe(true)
  })

  it('refuses an invalid slug', async () => {
    expect((await deactivate(['../on.php'])).status).toBe(400)
  })
})
