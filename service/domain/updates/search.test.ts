import { beforeEach, describe, expect, it } from 'vitest'
import { seedSites } from '../../testing/seed-sites.ts'
import { withMatches } from './match-store.ts'
import { fetchUpdatesBySite } from './site-list-store.ts'
import { seedUpdates } from './testing/seed-updates.ts'
import { updatesScene } from './testing/updates-scene.ts'
import { updateTypes } from './update.ts'
import type { LookedUp } from './update-filter-store.ts'
import { fetchUpdates } from './update-list-store.ts'

const scene = updatesScene()

// One slug has several names, one name several slugs; and every sign that means something to a search.
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
  await seedSites(scene.service.db, 2, (number) => ({ url: `https://more-${number}.example/` }))
  await seedUpdates(
    scene.service.db,
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

/** As the database finds them row by row. */
async function plainly(search: string, sites = 'true'): Promise<string[]> {
  const { rows } = await scene.service.db.pool.query(
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
  it('finds what is there, by every surface, and counts it', async () => {
    const expected = await plainly(search)
    const { body } = await scene.ability('list-updates', { search, per_page: 200 })
    expect([worded(body.updates), body.total, body.summary.total]).toEqual([expected, expected.length, expected.length])
    const bySite = await scene.service.app.run('list-updates-by-site', { search })
    const { updates, total, summary } = bySite.output as typeof body
    expect([worded(updates), summary.total]).toEqual([expected, expected.length])
    expect(total).toBe(new Set(expected.map((text) => text.split(' ')[0])).size)
  })

  it('finds for a limited key what its sites have, and counts no more', async () => {
    const { headers } = scene.people.keys.limited
    const expected = await plainly(search, 'sites.id = 1')
    const { body } = await scene.ability('list-updates', { search }, headers)
    expect([worded(body.updates), body.total]).toEqual([expected, expected.length])
    const rest = (await scene.rest(`GET /updates?search=${encodeURIComponent(search)}`, undefined, headers)).body
    expect([rest.total, rest.summary.total]).toEqual([expected.length > 0 ? 1 : 0, expected.length])
  })

  it('finds on the sites that are named, and not on those left out', async () => {
    const named = await scene.ability('list-updates', { search, site_ids_or_domains: [2, 5] })
    expect(worded(named.body.updates)).toEqual(await plainly(search, 'sites.id in (2, 5)'))
    const others = await scene.service.app.run('list-updates-by-site', { search, exclude: [1, 4] })
    expect(worded((others.output as typeof named.body).updates)).toEqual(
      await plainly(search, 'sites.id not in (1, 4)'),
    )
  })
})

/** The same question by both ways; which one is taken depends on how much there is to find. */
async function bothWays(filter: LookedUp): Promise<LookedUp[]> {
  const found = await withMatches(scene.service.db, filter)
  return [found, { ...found, matches: { ...found.matches!, slugs: null } }]
}

it.each(['form', 'a.php', '_', 'e'])('pages of %j are the same, read by item or from site to site', async (search) => {
  const { db } = scene.service
  for (const limits of [null, { sites: [1, 4], tags: [] }]) {
    const filter = { types: updateTypes, search, limits }
    const [byItem, siteBySite] = await bothWays(filter)
    for (const page of [1, 2, 3]) {
      const place = { page, perPage: 2 }
      expect(await fetchUpdates(db, siteBySite!, place)).toEqual(await fetchUpdates(db, byItem!, place))
      expect(await fetchUpdatesBySite(db, siteBySite!, place)).toEqual(await fetchUpdatesBySite(db, byItem!, place))
    }
  }
})

it('looks for the types that are asked for alone', async () => {
  const { body } = await scene.ability('list-updates', { search: 'form', types: ['translations'] })
  expect(body.summary).toEqual({ core: 0, plugins: 0, themes: 0, translations: 2, total: 2 })
})
