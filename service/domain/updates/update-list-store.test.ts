import { beforeEach, describe, expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { seedUpdates } from './testing/seed-updates.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'
import { updateTypes } from './update.ts'
import { listUpdateRows, listUpdateRowsBySite, type UpdateListQuery, withSearchMatches } from './update-list-store.ts'

const fixture = setUpUpdates()

// One slug with several names, one name with several slugs, and every special character of a search.
const strange = [
  ['forms/forms.php', 'Formulare'],
  ['forms-pro/forms.php', 'FORMS Größe_1'],
  ['sale/100%.php', '100% "Sale"'],
  ['under_score/a.php', 'Under_Score'],
  ['underXscore/a.php', 'Under Score'],
  ['back/slash.php', String.raw`Back\slash \% here`],
  ['quote/quote.php', "It's; drop table"],
  ['ends-in-end', 'begin'],
] as const

beforeEach(async () => {
  await seedSites(fixture.service.db, 2, (number) => ({ url: `https://more-${number}.example/` }))
  await seedUpdates(
    fixture.service.db,
    [4, 5].flatMap((site_id) =>
      strange.map(([slug, name], index) => ({ site_id, slug, name, ignored: index % 4 === 3 && site_id === 5 })),
    ),
  )
})

const texts = [
  ...[
    'form',
    'FORMS',
    'formulare',
    'größe',
    'GRÖSSE',
    '_',
    '%',
    '100%',
    '\\',
    '\\%',
    "'",
    '"',
    'a.php',
    '/',
    'o',
    'ForMs/',
  ],
  ...['Under_', 'beginends', 'begin\nends', 'n\ne', 'nothing', 'fr_FR', ' ', 'x'.repeat(200)],
]

/** Computed row by row. */
async function plainly(search: string, sites = 'true'): Promise<string[]> {
  const { rows } = await fixture.service.db.pool.query(
    `select site_id || ' ' || type || ' ' || slug || ' ' || language as found
     from site_updates as offered join sites on sites.id = site_id
     where not ignored and (strpos(lower(offered.name), $1) > 0 or strpos(lower(slug), $1) > 0) and ${sites}
     order by sites.url, sites.id, type, slug, translates, language`,
    [search.toLowerCase()],
  )
  return rows.map(({ found }) => found)
}
const worded = (updates: { site_id: number; type: string; slug: string; language: string }[]) =>
  updates.map(({ site_id, type, slug, language }) => `${site_id} ${type} ${slug} ${language}`)

describe.each(texts)('a search for %j', (search) => {
  it('finds and counts the matches in every list', async () => {
    const expected = await plainly(search)
    const { body } = await fixture.ability('list-updates', { search, per_page: 200 })
    expect([worded(body.updates), body.total, body.summary.total]).toEqual([expected, expected.length, expected.length])
    const bySite = await fixture.service.app.run('list-updates-by-site', { search })
    const { updates, total, summary } = bySite.output as typeof body
    expect([worded(updates), summary.total]).toEqual([expected, expected.length])
    expect(total).toBe(new Set(expected.map((text) => text.split(' ')[0])).size)
  })

  it('finds and counts only the sites of a limited key', async () => {
    const { headers } = fixture.people.keys.limited
    const expected = await plainly(search, 'sites.id = 1')
    const { body } = await fixture.ability('list-updates', { search }, headers)
    expect([worded(body.updates), body.total]).toEqual([expected, expected.length])
    const rest = (await fixture.rest(`GET /updates?search=${encodeURIComponent(search)}`, undefined, headers)).body
    expect([rest.total, rest.summary.total]).toEqual([expected.length > 0 ? 1 : 0, expected.length])
  })

  it('finds on the named sites, and not on excluded ones', async () => {
    const named = await fixture.ability('list-updates', { search, site_ids_or_domains: [2, 5] })
    expect(worded(named.body.updates)).toEqual(await plainly(search, 'sites.id in (2, 5)'))
    const others = await fixture.service.app.run('list-updates-by-site', { search, exclude: [1, 4] })
    expect(worded((others.output as typeof named.body).updates)).toEqual(
      await plainly(search, 'sites.id not in (1, 4)'),
    )
  })
})

/** The same search read in both ways; the number of matches decides which one is used. */
async function bothWays(filter: UpdateListQuery): Promise<UpdateListQuery[]> {
  const found = await withSearchMatches(fixture.service.db, filter)
  return [found, { ...found, matches: { ...found.matches!, slugs: null } }]
}

it.each(['form', 'a.php', '_', 'e'])('returns the same pages of %j, read by item or site by site', async (search) => {
  const { db } = fixture.service
  for (const limits of [null, { sites: [1, 4], tags: [], clients: [] }]) {
    const filter = { types: updateTypes, search, limits }
    const [byItem, siteBySite] = await bothWays(filter)
    for (const page of [1, 2, 3]) {
      const place = { page, perPage: 2 }
      expect(await listUpdateRows(db, siteBySite!, place)).toEqual(await listUpdateRows(db, byItem!, place))
      expect(await listUpdateRowsBySite(db, siteBySite!, place)).toEqual(await listUpdateRowsBySite(db, byItem!, place))
    }
  }
})

it('finds only the requested types', async () => {
  const { body } = await fixture.ability('list-updates', { search: 'form', types: ['translations'] })
  expect(body.summary).toEqual({ core: 0, plugins: 0, themes: 0, translations: 2, total: 2 })
})
