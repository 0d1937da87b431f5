import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const put = async (address: string, payload: object = {}, headers?: Record<string, string>) =>
  fixture.rest(`PUT ${address}`, payload, headers)
const forms = { slug: 'forms/forms.php' }
const sitesWaitingFor = async (slug: string) =>
  (await fixture.pendingUpdates()).filter((text) => text.split(' ')[2] === slug).map((text) => Number(text[0]))

describe('PUT /updates/ignore/…', () => {
  it('hides an item on every site, in lists and counts at once, and shows it again', async () => {
    const { body } = await put('/updates/ignore/plugins', forms)
    expect(body).toMatchObject({
      success: 1,
      message: 'Plugin updates are ignored on every site.',
      data: { sites_affected: 3 },
    })
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([])
    expect(await sitesWaitingFor('shop/shop.php')).toEqual([1])
    expect((await put('/updates/unignore/plugins', forms)).body.data.sites_affected).toBe(3)
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([1, 2, 3])
  })

  it('ignores one version and lists the next', async () => {
    await put('/updates/ignore/plugins', { ...forms, version: '2.0' })
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([3])
    await put('/updates/unignore/plugins', { ...forms, version: '2.0' })
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([1, 2, 3])
  })

  it('keeps the rules of single sites', async () => {
    await put('/updates/2/ignore/plugins', forms)
    await put('/updates/ignore/plugins', forms)
    expect((await put('/updates/unignore/plugins', forms)).body.data.sites_affected).toBe(2)
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([1, 3])
  })

  it('accepts several slugs, whole types and WordPress', async () => {
    await put('/updates/ignore/plugins', { slug: 'forms/forms.php,shop/shop.php' })
    await put('/updates/ignore/themes')
    await put('/updates/ignore/wp', { version: '6.9' })
    expect(await fixture.pendingUpdates()).toEqual(['1 translation forms 1.0', '1 translation forms 1.0'])
    await put('/updates/unignore/plugins')
    await put('/updates/unignore/themes')
    await put('/updates/unignore/wp')
    expect(await fixture.pendingUpdates()).toHaveLength(9)
  })

  it('lists in a dry run what would be hidden, and changes nothing', async () => {
    const { body } = await put('/updates/ignore/plugins', { ...forms, dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, count: 3, would_affect: [{ site_id: 1 }, { site_id: 2 }, {}] })
    expect(await sitesWaitingFor('forms/forms.php')).toEqual([1, 2, 3])
  })

  it('is forbidden for a key that is limited to some sites', async () => {
    const { headers } = fixture.people.keys.limited
    for (const dry_run of [true, false]) {
      const { status, body } = await put('/updates/ignore/plugins', { ...forms, dry_run }, headers)
      expect([status, body.code]).toEqual([403, 'svc_permission_denied'])
    }
    expect((await put('/updates/unignore/plugins', {}, headers)).status).toBe(403)
  })

  it.each([{ slug: 'harbour' }, { slug: '' }, { slug: 'a/b/c.php' }, { version: '2.0' }])(
    'refuses %j',
    async (wrong) => {
      expect((await put('/updates/ignore/plugins', wrong)).status).toBe(400)
      expect(await fixture.pendingUpdates()).toHaveLength(9)
    },
  )
})

describe('POST /updates/ignored/rules', () => {
  const post = (payload: object, headers?: Record<string, string>) =>
    fixture.rest('POST /updates/ignored/rules', payload, headers)
  const rules = async (query = '') => (await fixture.rest(`GET /updates/ignored/rules${query}`)).body

  it('adds and deletes a rule, and the list shows it', async () => {
    expect((await post({ type: 'plugin', slugs: ['forms/forms.php'] })).body.data).toMatchObject({ sites_affected: 3 })
    expect(await rules()).toMatchObject({ total: 1, data: [{ site_id: 0, slug: 'forms/forms.php', scope: 'global' }] })
    await post({ type: 'plugin', slugs: ['forms/forms.php'], action: 'unignore' })
    expect(await rules()).toMatchObject({ total: 0 })
  })

  it.each([{}, { slugs: ['forms/forms.php'] }, { type: 'translation' }, { type: 'theme', slugs: ['../x'] }])(
    'never guesses what is meant: %j is refused',
    async (wrong) => {
      expect((await post(wrong)).status).toBe(400)
      expect(await fixture.pendingUpdates()).toHaveLength(9)
    },
  )

  it('needs the permission to manage updates of all sites; readers may list the rules, page by page', async () => {
    const { viewer, keys } = fixture.people
    for (const { headers } of [viewer, keys.read, keys.limited])
      expect((await post({ type: 'theme' }, headers)).status).toBe(403)
    expect((await fixture.rest('GET /updates/ignored/rules', undefined, viewer.headers)).status).toBe(200)
    expect((await fixture.rest('GET /updates/ignored/rules?per_page=1000')).status).toBe(400)
  })
})

it('ends by the clock: the rule has a reason and an end, and the updates are listed again after it', async () => {
  const { clock, app } = fixture.service
  const until = new Date(clock.now().getTime() + 3_600_000).toISOString()
  await put('/updates/ignore/plugins', { ...forms, reason: 'The new version breaks checkout.', until })
  const { body } = await fixture.ability('list-ignored-updates')
  expect(body.ignored).toMatchObject([
    { slug: 'forms/forms.php', reason: 'The new version breaks checkout.', ignored_until: expect.any(String) },
  ])
  expect((await app.run('end-ignored-updates', {})).output).toEqual({ rules: 0 })
  await clock.advance(3_600_000)
  expect((await app.run('end-ignored-updates', {})).output).toEqual({ rules: 1 })
  expect(await sitesWaitingFor('forms/forms.php')).toEqual([1, 2, 3])
  expect((await put('/updates/ignore/plugins', { ...forms, until: '2020-01-01T00:00:00Z' })).status).toBe(400)
})
