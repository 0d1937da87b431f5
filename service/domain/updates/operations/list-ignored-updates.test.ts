import { beforeEach, describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const list = async (input: object = {}, headers?: Record<string, string>) =>
  (await fixture.ability('list-ignored-updates', input, headers)).body
const named = (body: { ignored: Record<string, unknown>[] }) =>
  body.ignored.map(({ site_id, type, slug, ignored_version }) => [site_id, type, slug, ignored_version].join(' '))

beforeEach(async () => {
  await fixture.rest('POST /updates/3/ignore/plugins')
  await fixture.rest('POST /updates/1/ignore/plugins', { slug: 'forms/forms.php', version: '2.0' })
  await fixture.rest('POST /updates/1/ignore/wp')
  await fixture.rest('POST /updates/ignore/themes', { slug: 'harbour' })
})

describe('list-ignored-updates', () => {
  it('lists the rules for every site, then those of single sites', async () => {
    const body = await list()
    expect(named(body)).toEqual([
      '0 theme harbour all_versions',
      '1 core wordpress all_versions',
      '1 plugin forms/forms.php 2.0',
      '3 plugin * all_versions',
    ])
    expect(body).toMatchObject({ total: 4, errors: [] })
    expect(body.ignored[0]).toMatchObject({ scope: 'global', site_url: '', site_name: 'All sites', name: 'Harbour' })
    expect(body.ignored[2]).toEqual({
      scope: 'site',
      site_id: 1,
      site_url: 'https://site-1.example/',
      site_name: 'Site 1',
      type: 'plugin',
      slug: 'forms/forms.php',
      name: 'Forms',
      ignored_version: '2.0',
      ignored_at: expect.stringMatching(/Z$/),
      ignored_by: expect.any(String),
      reason: '',
      ignored_until: null,
    })
  })

  it('is paged', async () => {
    const body = await list({ page: 2, per_page: 3 })
    expect([named(body), body.total]).toEqual([['3 plugin * all_versions'], 4])
    expect(await list({ page: 9 })).toMatchObject({ ignored: [], total: 4 })
  })

  it.each([
    [{ types: ['plugins'] }, ['1 plugin forms/forms.php 2.0', '3 plugin * all_versions']],
    [{ types: ['core', 'themes'] }, ['0 theme harbour all_versions', '1 core wordpress all_versions']],
    [{ site_ids_or_domains: ['site-3.example'] }, ['0 theme harbour all_versions', '3 plugin * all_versions']],
    [{ site_ids_or_domains: [3], scope: 'site' }, ['3 plugin * all_versions']],
    [{ scope: 'global' }, ['0 theme harbour all_versions']],
    [{ search: 'FORMS' }, ['1 plugin forms/forms.php 2.0']],
  ])('%j', async (input, expected) => {
    const body = await list(input)
    expect([named(body), body.total]).toEqual([expected, expected.length])
  })

  it('returns unknown sites as errors beside the list', async () => {
    expect((await list({ site_ids_or_domains: [99] })).errors).toMatchObject([{ identifier: 99 }])
  })

  it('shows a limited key its own sites and the rules for every site', async () => {
    expect(named(await list({}, fixture.people.keys.limited.headers)).map((text) => text[0])).toEqual(['0', '1', '1'])
  })

  it('refuses other types', async () => {
    expect((await fixture.ability('list-ignored-updates', { types: ['translations'] })).status).toBe(400)
  })
})
