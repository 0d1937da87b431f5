import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedSites, seedSiteTags } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability } = callers(fixture)

it('sends as many queries for many tags and sites as for few', async () => {
  const sites = (await seedSites(fixture.service.db, 300)).map(({ id }) => id)
  await fixture.service.db.pool.query(
    `insert into tags (name, created_at, updated_at) select 'Tag ' || n, now(), now() from generate_series(1, 100) n`,
  )
  await ability('add-client', { name: 'Acme', selected_sites: sites })
  await seedSiteTags(fixture.service.db, 1, sites)
  await seedSiteTags(fixture.service.db, 2, sites.slice(0, 1))
  const own = async (name: string, input: object) =>
    (await queriesOf(() => ability(name, input))).filter((text) => /\b(tags|site_tags)\b/.test(text))
  expect(await own('list-tags', { per_page: 100 })).toEqual(await own('list-tags', { per_page: 1 }))
  expect(await own('list-tags', {})).toHaveLength(2)
  for (const name of ['get-tag', 'get-tag-sites', 'get-tag-clients', 'update-tag']) {
    expect(await own(name, { tag_id: 1 }), name).toEqual(await own(name, { tag_id: 2 }))
  }
  expect(await own('delete-tag', { tag_id: 1, confirm: true })).toEqual(
    await own('delete-tag', { tag_id: 2, confirm: true }),
  )
})
