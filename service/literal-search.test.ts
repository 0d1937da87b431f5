import { beforeAll, describe, expect, it } from 'vitest'
import { seedUpdates } from './domain/updates/testing/seed-updates.ts'
import { callers } from './testing/callers.ts'
import { seedPeople } from './testing/people.ts'
import { seedFleet } from './testing/seed-fleet.ts'
import { seedSoftware } from './testing/seed-software.ts'
import { startTestService } from './testing/test-service.ts'

/** Every search finds the text itself: the characters of a pattern (%, _ and \) mean nothing in it. */

const fixture = {} as Parameters<typeof callers>[0]
const { ability, rest } = callers(fixture)

/** The first is to be found; the second would be found by a pattern. Both are on sites that the limited key sees. */
const names = [String.raw`Target 100% a_b c\d`, 'Decoy 100X aXb cXd'] as const
const onSites = [1, 4] as const

beforeAll(async () => {
  fixture.service = await startTestService()
  fixture.people = await seedPeople(fixture.service)
  const { db } = fixture.service
  await seedFleet(db)
  for (const [index, name] of names.entries()) {
    const [number, site_id] = [index + 1, onSites[index]!]
    await db.pool.query('update sites set name = $1 where id = $2', [name, site_id])
    await db.pool.query('update clients set name = $1 where id = $2', [name, number])
    await db.pool.query('update tags set name = $1 where id = $2', [name, number])
    await rest('POST /costs/add', { name, price: 1, sites: [site_id] })
    await seedSoftware(db, [{ site_id, slug: `offered-${number}/a.php`, name }])
    await seedUpdates(db, [
      { site_id, slug: `offered-${number}/a.php`, name },
      { site_id, slug: `ignored-${number}/a.php`, name },
    ])
    await rest(`POST /updates/${site_id}/ignore/plugins`, { slug: `ignored-${number}/a.php` })
  }
  return () => fixture.service.close()
})

type Search = (text: string, headers?: Record<string, string>) => Promise<{ name: string }[]>

const listed =
  (path: string): Search =>
  async (text, headers) =>
    (await rest(`GET ${path}${encodeURIComponent(text)}`, undefined, headers)).body.data
const found =
  (kind: string): Search =>
  async (text, headers) =>
    (await rest(`GET /search?q=${encodeURIComponent(text)}`, undefined, headers)).body.data[kind]
const run =
  (name: string, list: string): Search =>
  async (search, headers) =>
    (await ability(name, { search }, headers)).body[list]

const searches: [string, Search][] = [
  ['sites', listed('/sites?search=')],
  ['basic sites', listed('/sites/basic?search=')],
  ['clients', listed('/clients?search=')],
  ['tags', listed('/tags?search=')],
  ['costs', listed('/costs?search=')],
  ['the inventory', listed('/inventory?search=')],
  ['updates by item', listed('/updates/items?search=')],
  ['updates', run('list-updates', 'updates')],
  ['ignored updates', run('list-ignored-updates', 'ignored')],
  ...['sites', 'clients', 'tags', 'plugins'].map((kind): [string, Search] => [`the fleet: ${kind}`, found(kind)]),
]

describe.each(searches)('a search of %s', (_, search) => {
  it.each(['0% a', 'a_b', String.raw`c\d`])('finds %j as it is written', async (text) => {
    for (const { headers } of [fixture.people.administrator, fixture.people.keys.limited]) {
      expect((await search(text, headers)).map(({ name }) => name)).toEqual([names[0]])
    }
  })
})

it.each(['%', '_', '%_'])('a search of plugins by a beginning takes %j as it is written', async (text) => {
  for (const { headers } of [fixture.people.administrator, fixture.people.keys.limited]) {
    expect(await found('plugins')(text, headers)).toEqual([])
  }
})
