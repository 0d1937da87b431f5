import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { recordReleaseFailure } from '../held-release-store.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedSites(fixture.service.db, 4))

const fail = (siteId: number, version = '2.0') => {
  const { db, clock } = fixture.service
  const failure = { type: 'plugin', slug: 'shop/shop.php', name: 'Shop', version, siteId, message: 'HTTP 500' } as const
  return db.transaction().execute((trx) => recordReleaseFailure(trx, failure, 3, clock.now()))
}
const held = async (query = '') => (await rest(`GET /update-policies/held-releases${query}`)).body.data

describe('list-held-releases', () => {
  it('lists a release when it has failed on enough sites, each counted once', async () => {
    expect([await fail(1), await fail(1), await fail(2)]).toEqual([false, false, false])
    expect(await held()).toEqual([])
    expect(await fail(3)).toBe(true)
    expect(await fail(4)).toBe(false)
    expect(await held()).toMatchObject([
      { slug: 'shop/shop.php', version: '2.0', reason: 'it failed the checks on 3 sites.' },
    ])
  })

  it('counts failures at the same moment', async () => {
    const results = await Promise.all([1, 2, 3, 4].map((site) => fail(site)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await held()).toHaveLength(1)
  })

  it('shows a limited caller only releases of items that its sites have', async () => {
    for (const site of [2, 3, 4]) await fail(site)
    const { headers } = fixture.people.keys.limited
    const seen = async () => (await rest('GET /update-policies/held-releases', undefined, headers)).body.data
    expect(await seen()).toEqual([])
    await sql`insert into site_software (site_id, kind, slug, name, version, active)
      values (1, 'plugin', 'shop/shop.php', 'Shop', '1.0', true)`.execute(fixture.service.db)
    expect(await seen()).toMatchObject([{ slug: 'shop/shop.php' }])
  })

  it('counts each version alone', async () => {
    await fail(1)
    await fail(2)
    await fail(3, '2.1')
    expect(await held()).toEqual([])
  })
})
