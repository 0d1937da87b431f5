import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const put = async (address: string, payload: object = {}, headers?: Record<string, string>) =>
  fixture.rest(`PUT ${address}`, payload, headers)
const ofSite1 = async () =>
  (await fixture.pendingUpdates()).filter((text) => text.startsWith('1 ')).map((text) => text.split(' ')[2])

describe('PUT /updates/{id_or_domain}/ignore/…', () => {
  it('takes one slug or a comma list', async () => {
    const { body } = await put('/updates/1/ignore/plugins', { slug: 'forms/forms.php' })
    expect(body).toMatchObject({
      success: 1,
      message: 'Plugin updates are ignored on this site.',
      data: { site_id: 1, ignored: ['forms/forms.php'], all_ignored: false },
    })
    expect(await ofSite1()).not.toContain('forms/forms.php')
    await put('/updates/site-1.example/ignore/plugins', { slug: 'forms/forms.php, shop/shop.php' })
    expect(await ofSite1()).toEqual(['wordpress', 'harbour', 'forms', 'forms'])
    await put('/updates/1/unignore/plugins', { slug: 'forms/forms.php,shop/shop.php' })
    expect(await ofSite1()).toHaveLength(6)
  })

  it('without a slug ignores the whole type, also later updates, and stops ignoring all of it', async () => {
    const { body } = await put('/updates/1/ignore/plugins')
    expect(body.data).toMatchObject({ all_ignored: true, ignored: [] })
    await put('/updates/1/ignore/plugins', { slug: 'shop/shop.php' })
    expect(await ofSite1()).toEqual(['wordpress', 'harbour', 'forms', 'forms'])
    expect((await put('/updates/1/unignore/plugins')).body.data).toMatchObject({ all_ignored: false, notes: [] })
    expect(await ofSite1()).toHaveLength(6)
  })

  it('reports that the type is still ignored when one of its items is no longer ignored', async () => {
    await put('/updates/1/ignore/themes')
    const { body } = await put('/updates/1/unignore/themes', { slug: 'harbour' })
    expect(body.data.notes).toEqual(['All themes are still ignored on this site.'])
    expect(await ofSite1()).not.toContain('harbour')
  })

  it.each(['POST', 'PUT', 'PATCH'])('%s ignores WordPress and stops ignoring it', async (method) => {
    await fixture.rest(`${method} /updates/1/ignore/wp`)
    expect(await ofSite1()).not.toContain('wordpress')
    await fixture.rest(`${method} /updates/1/unignore/wp`)
    expect(await ofSite1()).toContain('wordpress')
  })

  it('changes no other site', async () => {
    await put('/updates/1/ignore/plugins')
    await put('/updates/1/ignore/themes')
    expect((await fixture.pendingUpdates()).filter((text) => !text.startsWith('1 '))).toHaveLength(3)
  })

  it('lists in a dry run what would be hidden or shown again', async () => {
    expect((await put('/updates/1/ignore/plugins', { dry_run: true })).body.data).toMatchObject({ count: 2 })
    await put('/updates/1/ignore/plugins')
    const { body } = await put('/updates/1/unignore/plugins', { dry_run: true })
    expect(body.data.would_affect).toMatchObject([{ slug: 'forms/forms.php' }, { slug: 'shop/shop.php' }])
    expect((await put('/updates/1/unignore/plugins', { slug: 'shop/shop.php', dry_run: true })).body.data.count).toBe(0)
  })

  it('is deleted with the site', async () => {
    await put('/updates/1/ignore/plugins')
    await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    expect((await fixture.ability('list-ignored-updates')).body.total).toBe(0)
  })

  it.each([
    ['/updates/1/ignore/plugins', { slug: '' }],
    ['/updates/1/ignore/plugins', { slug: 'harbour' }],
    ['/updates/1/ignore/plugins', { version: '1.0' }],
    ['/updates/1/ignore/plugins', { nonsense: 1 }],
    ['/updates/1/ignore/wp', { slug: 'forms/forms.php' }],
  ])('refuses %s with %j', async (address, payload) => {
    expect((await put(address, payload)).status).toBe(400)
    expect(await ofSite1()).toHaveLength(6)
  })

  it('returns 404 for a site that does not exist or is outside the limits of the key', async () => {
    expect((await put('/updates/99/ignore/plugins')).status).toBe(404)
    const { headers } = fixture.people.keys.limited
    expect((await put('/updates/3/ignore/plugins', {}, headers)).status).toBe(404)
    expect((await put('/updates/1/ignore/plugins', {}, headers)).status).toBe(200)
    expect((await put('/updates/1/ignore/plugins', {}, fixture.people.keys.read.headers)).status).toBe(403)
  })
})
