import { describe, expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { seedUpdates } from './testing/seed-updates.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'
import {
  listPendingUpdates,
  listSitesWithPendingUpdates,
  type PendingFilter,
  streamPendingUpdates,
} from './update-store.ts'

const fixture = setUpUpdates()
const all: PendingFilter = { limits: null }
const read = async (filter: PendingFilter) => {
  const found: string[] = []
  for await (const { siteId, updates } of streamPendingUpdates(fixture.service.db, filter)) {
    expect(new Set(updates.map((update) => update.site_id))).toEqual(new Set([siteId]))
    found.push(`${siteId}: ${updates.map(({ slug }) => slug).join(' ')}`)
  }
  return found
}

describe('pending updates', () => {
  it('are streamed site by site', async () => {
    expect(await read(all)).toEqual([
      '1: wordpress forms/forms.php shop/shop.php harbour forms forms',
      '2: forms/forms.php',
      '3: forms/forms.php harbour',
    ])
    expect(await listSitesWithPendingUpdates(fixture.service.db, all)).toEqual([
      { site_id: 1, updates: 6 },
      { site_id: 2, updates: 1 },
      { site_id: 3, updates: 2 },
    ])
  })

  it.each<[string, Partial<PendingFilter>, string[]]>([
    ['sites', { siteIds: [3, 2] }, ['2: forms/forms.php', '3: forms/forms.php harbour']],
    ['no sites', { siteIds: [] }, []],
    ['types', { types: ['theme', 'core'] }, ['1: wordpress harbour', '3: harbour']],
    ['items', { slugs: ['harbour', 'wordpress'] }, ['1: wordpress harbour', '3: harbour']],
    ['limits', { limits: { sites: [2], tags: [], clients: [] } }, ['2: forms/forms.php']],
    ['a day', { offeredBefore: new Date('2026-11-09T08:00:00Z') }, []],
    ['no types and items in particular', { siteIds: [2], types: [], slugs: [] }, ['2: forms/forms.php']],
  ])('can be filtered by %s', async (_, filter, expected) => {
    expect(await read({ ...all, ...filter })).toEqual(expected)
  })

  it('leave out ignored updates, by site and on every site', async () => {
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    await fixture.rest('POST /updates/3/ignore/themes')
    expect(await read(all)).toEqual(['1: wordpress shop/shop.php harbour forms forms'])
    const { db } = fixture.service
    expect(await listPendingUpdates(db, 2)).toEqual([])
    expect(await listPendingUpdates(db, 1, { types: ['plugin'] })).toMatchObject([{ slug: 'shop/shop.php' }])
  })

  it('are read in several queries without losing a site', async () => {
    const sites = await seedSites(fixture.service.db, 1_200, (number) => ({ url: `https://many-${number}.example/` }))
    await seedUpdates(
      fixture.service.db,
      sites.map(({ id }) => ({ site_id: id, slug: 'many/many.php' })),
    )
    expect(await read({ ...all, slugs: ['many/many.php'] })).toHaveLength(1_200)
  })
})

describe('whether an update is pending', () => {
  const forms = { types: ['plugin'], slugs: ['forms/forms.php'] } satisfies Partial<PendingFilter>
  it.each<[string, string, object, boolean]>([
    ['nothing', 'POST /updates/2/ignore/plugins', {}, false],
    ['the item', 'POST /updates/1/ignore/plugins', { slug: 'forms/forms.php' }, true],
    ['this version', 'POST /updates/1/ignore/plugins', { slug: 'forms/forms.php', version: '2.0' }, true],
    ['another version', 'POST /updates/1/ignore/plugins', { slug: 'forms/forms.php', version: '1.9' }, false],
    ['the kind', 'POST /updates/1/ignore/plugins', {}, true],
    ['another kind', 'POST /updates/1/ignore/themes', {}, false],
    ['the item everywhere', 'POST /updates/ignore/plugins', { slug: 'forms/forms.php' }, true],
    ['the version everywhere', 'POST /updates/ignore/plugins', { slug: 'forms/forms.php', version: '2.0' }, true],
    ['the kind everywhere', 'POST /updates/ignore/plugins', {}, true],
  ])('changes when %s is ignored', async (_, address, payload, ignored) => {
    await fixture.rest(address, payload)
    expect(await listPendingUpdates(fixture.service.db, 1, forms)).toHaveLength(ignored ? 0 : 1)
  })
})
