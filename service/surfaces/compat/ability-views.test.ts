import { expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedPendingUpdates } from '../../testing/seed-pending-updates.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { abilityNeeds, abilityViews } from './ability-views.ts'

const fixture = setUpService()
const { ability, aliased } = callers(fixture)

it('names existing operations only', () => {
  const known = new Set(operations.map(({ name }) => name))
  expect([...Object.keys(abilityViews), ...Object.keys(abilityNeeds)].filter((name) => !known.has(name))).toEqual([])
})

it('adds the fields that clients of the established product read, and changes no other field', async () => {
  await seedSites(fixture.service.db, 2)
  await ability('add-tag', { name: 'Harbour' })
  await ability('update-site', { site_id_or_domain: 1, tags: [1] })
  await ability('add-client', { name: 'Ahab', client_email: 'a@one.example', city: 'Nantucket', selected_sites: [1] })
  await seedPendingUpdates(fixture.service.db, 1, { plugins: 1 })
  const both = async (name: string, input: object) => {
    const [own, theirs] = [await ability(name, input), await aliased(name, input)]
    expect([name, theirs.status]).toEqual([name, 200])
    expect(theirs.body).toMatchObject(own.body)
    return theirs.body
  }
  expect((await both('list-tags', {})).items).toMatchObject([{ sites_ids: [1] }])
  expect((await both('list-clients', {})).items).toMatchObject([{ city: 'Nantucket', facebook: '', suspended: 0 }])
  expect((await both('get-site-client', { site_id_or_domain: 1 })).client).toMatchObject({
    id: 1,
    city: 'Nantucket',
    suspended: 0,
  })
  expect((await both('get-site-client', { site_id_or_domain: 2 })).client).toBe(null)
  expect((await both('get-site-updates', { site_id_or_domain: 1 })).updates).toMatchObject([
    { site_id: 1, site_url: expect.any(String), site_name: expect.any(String), slug: 'plugin-1' },
  ])
})
