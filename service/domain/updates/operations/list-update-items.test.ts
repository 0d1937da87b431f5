import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /updates/items${query}`, undefined, headers)).body
const named = (body: { data: { slug: string; new_version: string; sites: number }[] }) =>
  body.data.map(({ slug, new_version, sites }) => `${slug} ${new_version} ${sites}`)

describe('GET /updates/items', () => {
  it('lists each version with the number of sites, the most first', async () => {
    const body = await get()
    expect(body).toMatchObject({ success: 1, total: 5 })
    expect(named(body)).toEqual([
      'forms/forms.php 2.0 2',
      'harbour 1.1 2',
      'wordpress 6.9 1',
      'forms/forms.php 2.1 1',
      'shop/shop.php 1.0.2 1',
    ])
    expect(body.data[0]).toEqual({
      type: 'plugin',
      slug: 'forms/forms.php',
      name: 'Forms',
      new_version: '2.0',
      sites: 2,
      vulnerable: 0,
      steps: { major: 2, minor: 0, patch: 0, unknown: 0 },
      current_versions: [
        { version: '1.0', sites: 1, step: 'major' },
        { version: '1.9', sites: 1, step: 'major' },
      ],
    })
    expect(body.data[2].steps).toMatchObject({ major: 1 })
    expect(body.data[4].steps).toMatchObject({ patch: 1 })
  })

  it.each([
    ['?type=wp', ['wordpress 6.9 1']],
    ['?type=themes', ['harbour 1.1 2']],
    ['?search=SHOP', ['shop/shop.php 1.0.2 1']],
    ['?search=100%20%25', ['shop/shop.php 1.0.2 1']],
    ['?search=100_', []],
    ['?per_page=2&page=3', ['shop/shop.php 1.0.2 1']],
  ])('%s', async (query, expected) => expect(named(await get(query))).toEqual(expected))

  it('returns the right total beyond the last page', async () => {
    expect(await get('?page=9')).toMatchObject({ total: 5, data: [] })
  })

  it('leaves out ignored updates', async () => {
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php', version: '2.0' })
    await fixture.rest('POST /updates/1/ignore/themes')
    expect(named(await get())).toEqual([
      'wordpress 6.9 1',
      'forms/forms.php 2.1 1',
      'shop/shop.php 1.0.2 1',
      'harbour 1.1 1',
    ])
  })

  it('counts only the sites that a limited key may see', async () => {
    const { headers } = fixture.people.keys.limited
    const body = await get('', headers)
    expect([body.total, body.data.every(({ sites }: { sites: number }) => sites === 1)]).toEqual([4, true])
    expect(body.data.find(({ slug }: { slug: string }) => slug === 'forms/forms.php').current_versions).toHaveLength(1)
    expect((await get('?search=2.1', headers)).total).toBe(0)
    expect((await get('?search=harb', headers)).total).toBe(1)
  })

  it('refuses unknown input', async () => {
    expect((await fixture.rest('GET /updates/items?type=translations')).status).toBe(400)
    expect((await fixture.rest('GET /updates/items?per_page=500')).status).toBe(400)
  })
})
