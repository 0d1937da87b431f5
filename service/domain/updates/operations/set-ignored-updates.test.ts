import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const forms = { site_id_or_domain: 1, type: 'plugin', slug: 'forms/forms.php' }
const set = (input: object, headers?: Record<string, string>) => fixture.ability('set-ignored-updates', input, headers)
const slugsOf = async () => (await fixture.pendingUpdates()).map((text) => text.split(' ').slice(0, 3).join(' '))

describe('set-ignored-updates', () => {
  it('hides the update in lists and counts at once, on this site only, and shows it again', async () => {
    const before = await fixture.pendingUpdates()
    const { status, body } = await set({ ...forms, action: 'ignore' })
    expect([status, body]).toEqual([
      200,
      { success: true, action: 'ignore', site_id: 1, type: 'plugin', slug: 'forms/forms.php', notes: [] },
    ])
    expect(await fixture.pendingUpdates()).toEqual(before.filter((text) => text !== '1 plugin forms/forms.php 2.0'))
    await set({ ...forms, action: 'unignore' })
    expect(await fixture.pendingUpdates()).toEqual(before)
  })

  it('ignores one version, and no later one', async () => {
    await set({ ...forms, action: 'ignore', version: '1.9' })
    expect(await slugsOf()).toContain('1 plugin forms/forms.php')
    await set({ ...forms, action: 'ignore', version: '2.0' })
    expect(await slugsOf()).not.toContain('1 plugin forms/forms.php')
    await set({ ...forms, action: 'unignore', version: '2.0' })
    expect(await slugsOf()).toContain('1 plugin forms/forms.php')
    expect((await fixture.ability('list-ignored-updates')).body.ignored).toMatchObject([{ ignored_version: '1.9' }])
  })

  it('keeps one rule when all versions are ignored after one, and deletes it again', async () => {
    await set({ ...forms, action: 'ignore', version: '2.0' })
    await set({ ...forms, action: 'ignore' })
    await set({ ...forms, action: 'ignore', version: '2.0' })
    await set({ ...forms, action: 'ignore' })
    const { body } = await fixture.ability('list-ignored-updates')
    expect(body.ignored).toMatchObject([{ slug: 'forms/forms.php', name: 'Forms', ignored_version: 'all_versions' }])
    await set({ ...forms, action: 'unignore' })
    expect(await slugsOf()).toContain('1 plugin forms/forms.php')
  })

  it('accepts WordPress as wordpress', async () => {
    const { body } = await set({ site_id: 1, action: 'ignore', type: 'core', slug: 'wordpress' })
    expect(body).toMatchObject({ success: true, type: 'core' })
    expect(await slugsOf()).not.toContain('1 core wordpress')
  })

  it('reports the rules that still ignore the item', async () => {
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    await fixture.rest('POST /updates/1/ignore/plugins')
    const { body } = await set({ ...forms, action: 'unignore' })
    expect(body.notes).toEqual([
      'forms/forms.php is still ignored on every site.',
      'All plugins are still ignored on this site.',
    ])
    expect(await slugsOf()).not.toContain('1 plugin forms/forms.php')
  })

  it('ignores an update that is not available yet', async () => {
    expect((await set({ ...forms, slug: 'later/later.php', action: 'ignore' })).status).toBe(200)
    expect((await fixture.ability('list-ignored-updates')).body.ignored).toMatchObject([{ name: 'later/later.php' }])
    expect((await set({ ...forms, slug: 'never/never.php', action: 'unignore' })).status).toBe(200)
  })

  it('lists in a dry run which update would be hidden or shown again', async () => {
    const update = { site_id: 1, slug: 'forms/forms.php', name: 'Forms', new_version: '2.0' }
    const { body } = await set({ ...forms, action: 'ignore', dry_run: true })
    expect(body).toMatchObject({ dry_run: true, site_id: 1, count: 1, would_affect: [update] })
    expect((await set({ ...forms, action: 'unignore', dry_run: true })).body.count).toBe(0)
    expect((await set({ ...forms, action: 'ignore', version: '9', dry_run: true })).body.count).toBe(0)
    await set({ ...forms, action: 'ignore' })
    expect((await set({ ...forms, action: 'ignore', dry_run: true })).body.count).toBe(0)
    expect((await set({ ...forms, action: 'unignore', dry_run: true })).body.would_affect).toMatchObject([update])
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    expect((await set({ ...forms, action: 'unignore', dry_run: true })).body.count).toBe(0)
  })

  it.each([
    [{ action: 'hide' }],
    [{ type: 'translation' }],
    [{ slug: '../../wp-config.php' }],
    [{ slug: 'forms' }],
    [{ type: 'core', slug: 'joomla' }],
    [{ slug: '' }],
    [{ version: '' }],
  ])('refuses %j', async (wrong) => {
    const { status, body } = await set({ ...forms, action: 'ignore', ...wrong })
    expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
  })

  it('returns 404 for a site that does not exist or is outside the limits of the key, and 403 for viewers', async () => {
    expect((await set({ ...forms, action: 'ignore', site_id_or_domain: 99 })).status).toBe(404)
    const { headers } = fixture.people.keys.limited
    expect((await set({ ...forms, action: 'ignore', site_id_or_domain: 2 }, headers)).status).toBe(404)
    expect((await set({ ...forms, action: 'ignore' }, headers)).status).toBe(200)
    expect((await set({ ...forms, action: 'ignore' }, fixture.people.viewer.headers)).status).toBe(403)
  })
})
