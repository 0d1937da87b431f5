import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const ignore = (action: string, slugs: unknown, more: object = {}) =>
  fixture.ability('ignore-site-themes', { site_id_or_domain: 1, action, slugs, ...more })
const waits = '1 theme harbour 1.1'

describe('ignore-site-themes', () => {
  it('ignores themes on a site, stops ignoring one, and returns what the site ignores', async () => {
    const { body } = await ignore('add', ['lagoon', 'harbour', 'harbour'])
    expect(body).toMatchObject({ success: true, site_id: 1, action: 'add', themes_ignored: ['harbour', 'lagoon'] })
    expect(await fixture.pendingUpdates()).not.toContain(waits)
    expect((await ignore('remove', ['harbour'])).body).toMatchObject({ themes_ignored: ['lagoon'], notes: [] })
    expect(await fixture.pendingUpdates()).toContain(waits)
  })

  it('ignores only one version', async () => {
    await ignore('add', ['harbour'], { version: '0.1' })
    expect(await fixture.pendingUpdates()).toContain(waits)
    expect((await ignore('add', ['harbour'], { version: '1.1' })).body.themes_ignored).toEqual(['harbour'])
    expect(await fixture.pendingUpdates()).not.toContain(waits)
  })

  it('supports a dry run, refuses wrong input and returns 404', async () => {
    expect((await ignore('add', ['harbour'], { dry_run: true })).body).toMatchObject({ count: 1, site_id: 1 })
    expect(await fixture.pendingUpdates()).toContain(waits)
    expect((await ignore('add', [])).status).toBe(400)
    expect((await ignore('add', ['harbour', '../x'])).status).toBe(400)
    expect((await ignore('hide', ['harbour'])).status).toBe(400)
    expect((await ignore('add', ['harbour'], { site_id_or_domain: 'nowhere.example' })).status).toBe(404)
  })
})
