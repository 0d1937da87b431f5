import { describe, expect, it } from 'vitest'
import { aFewUpdates, seedUpdates } from '../testing/seed-updates.ts'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const list = async (input: object = {}, headers?: Record<string, string>) =>
  (await fixture.ability('list-updates', input, headers)).body
const named = (body: { updates: { site_id: number; slug: string }[] }) =>
  body.updates.map(({ site_id, slug }) => `${site_id} ${slug}`)

describe('list-updates', () => {
  it('lists pending updates by site and counts all of them', async () => {
    const body = await list()
    expect(named(body)).toEqual([
      '1 wordpress',
      '1 forms/forms.php',
      '1 shop/shop.php',
      '1 harbour',
      '1 forms',
      '1 forms',
      '2 forms/forms.php',
      '3 forms/forms.php',
      '3 harbour',
    ])
    expect(body).toMatchObject({ total: 9, page: 1, per_page: 50, errors: [] })
    expect(body.summary).toEqual({ core: 1, plugins: 4, themes: 2, translations: 2, total: 9 })
    expect(body.updates[0]).toEqual({
      site_id: 1,
      site_url: 'https://site-1.example/',
      site_name: 'Site 1',
      type: 'core',
      slug: 'wordpress',
      name: 'WordPress',
      current_version: '6.8.1',
      new_version: '6.9',
      step: 'major',
      active: true,
      premium: false,
      has_package: true,
      translates: '',
      language: '',
      first_seen_at: '2026-11-10T08:00:00Z',
    })
  })

  it.each([1, 2, 4, 5, 9])(
    'returns the same in pages of %i, and the summary always counts everything',
    async (size) => {
      const whole = await list()
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(9 / size) }, (_, index) => list({ page: index + 1, per_page: size })),
      )
      expect(pages.flatMap(({ updates }) => updates)).toEqual(whole.updates)
      expect(pages.map(({ summary, total }) => [summary, total])).toEqual(pages.map(() => [whole.summary, 9]))
      expect((await list({ page: 100, per_page: size })).updates).toEqual([])
    },
  )

  it('pages only the requested type', async () => {
    const body = await list({ types: ['plugins'], page: 2, per_page: 3 })
    expect([named(body), body.total]).toEqual([['3 forms/forms.php'], 4])
    expect(body.summary).toEqual({ core: 0, plugins: 4, themes: 0, translations: 0, total: 4 })
    expect((await list({ types: ['core', 'themes'] })).summary).toMatchObject({ core: 1, themes: 2, total: 3 })
  })

  it.each([[['core']], [['plugins']], [['themes', 'translations']], [['core', 'plugins', 'translations']]])(
    'gives the same in pages of two for %j',
    async (types) => {
      const whole = await list({ types })
      const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list({ types, page, per_page: 2 })))
      expect(pages.flatMap(({ updates }) => updates)).toEqual(whole.updates)
      expect(whole.updates).toHaveLength(whole.total)
    },
  )

  it('can be filtered by site id or address; an unknown site is an error beside the list', async () => {
    const body = await list({ site_ids_or_domains: [3, 'site-2.example', 99, '3'] })
    expect(named(body)).toEqual(['2 forms/forms.php', '3 forms/forms.php', '3 harbour'])
    expect(body.summary.total).toBe(3)
    expect(body.errors).toMatchObject([{ identifier: 99, code: 'svc_site_not_found' }])
    expect(await list({ site_ids_or_domains: ['nowhere.example'] })).toMatchObject({ updates: [], total: 0 })
  })

  it.each([
    ['FORMS/', 3],
    ['100 %', 1],
    ['harb', 2],
    ['%', 1],
    ['nothing', 0],
  ])('finds %j in names and slugs', async (search, total) => {
    const body = await list({ search })
    expect([body.total, body.updates.length, body.summary.total]).toEqual([total, total, total])
  })

  it('pages search results', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ search: 'forms/', page, per_page: 1 })))
    expect(pages.flatMap(named)).toEqual(['1 forms/forms.php', '2 forms/forms.php', '3 forms/forms.php'])
  })

  it('leaves out ignored updates, and sites without other updates', async () => {
    await fixture.service.db.deleteFrom('site_updates').execute()
    await seedUpdates(
      fixture.service.db,
      aFewUpdates.map((update) => ({ ...update, ignored: update.site_id === 2 || update.type === 'theme' })),
    )
    const body = await list()
    expect(body.summary).toEqual({ core: 1, plugins: 3, themes: 0, translations: 2, total: 6 })
    expect(named(body)).toHaveLength(6)
    expect((await list({ search: 'harbour' })).total).toBe(0)
  })

  it('shows a limited key its own sites', async () => {
    const { headers } = fixture.people.keys.limited
    const body = await list({}, headers)
    expect([new Set(named(body).map((text) => text[0])), body.summary.total]).toEqual([new Set('1'), 6])
    expect((await list({ search: 'forms/' }, headers)).total).toBe(1)
    expect(await list({ site_ids_or_domains: [1, 2] }, headers)).toMatchObject({
      total: 6,
      errors: [{ identifier: 2, code: 'svc_site_not_found' }],
    })
  })

  it.each([{ types: ['plugin'] }, { per_page: 201 }, { per_page: 0 }, { page: 0 }, { types: 'x' }, { sites: [1] }])(
    'refuses %j',
    async (input) => {
      expect((await fixture.ability('list-updates', input)).status).toBe(400)
    },
  )
})
