import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const ignore = (action: string, more: object = {}) =>
  fixture.ability('ignore-site-core', { site_id_or_domain: 1, action, ...more })
const core = '1 core wordpress 6.9'

describe('ignore-site-core', () => {
  it('ignores WordPress on a site and stops ignoring it', async () => {
    expect((await ignore('add')).body).toEqual({
      success: true,
      site_id: 1,
      action: 'add',
      core_ignored: true,
      notes: [],
    })
    expect(await fixture.pendingUpdates()).not.toContain(core)
    expect((await ignore('remove')).body).toMatchObject({ success: true, action: 'remove', core_ignored: false })
    expect(await fixture.pendingUpdates()).toContain(core)
  })

  it('ignores only one version', async () => {
    await ignore('add', { version: '6.8.2' })
    expect(await fixture.pendingUpdates()).toContain(core)
    await ignore('add', { version: '6.9' })
    expect(await fixture.pendingUpdates()).not.toContain(core)
  })

  it('reports that a rule for every site still hides it', async () => {
    await fixture.rest('POST /updates/ignore/wp', { version: '6.9' })
    expect((await ignore('remove')).body).toMatchObject({
      core_ignored: true,
      notes: ['wordpress 6.9 is still ignored on every site.'],
    })
  })

  it('supports a dry run, refuses wrong input and returns 404', async () => {
    expect((await ignore('add', { dry_run: true })).body).toMatchObject({ dry_run: true, site_id: 1, count: 1 })
    expect(await fixture.pendingUpdates()).toContain(core)
    expect((await ignore('ignore')).status).toBe(400)
    expect((await fixture.ability('ignore-site-core', { site_id_or_domain: 1 })).status).toBe(400)
    expect((await ignore('add', { site_id_or_domain: 99 })).status).toBe(404)
  })
})
