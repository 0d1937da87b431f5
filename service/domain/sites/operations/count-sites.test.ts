import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const count = async (input: object = {}, headers?: Record<string, string>) =>
  (await ability('count-sites', input, headers)).body

it('counts all sites, or those of a status, client, tag or search', async () => {
  await ability('add-client', { name: 'Client' })
  await ability('add-tag', { name: 'One' })
  await ability('add-tag', { name: 'Two' })
  await seedSites(fixture.service.db, 5, (number) => (number < 3 ? { suspended_by: 'hand' } : { client_id: 1 }))
  await seedSiteTags(fixture.service.db, 1, [1, 2, 3])
  await seedSiteTags(fixture.service.db, 2, [3, 4])
  expect(await count()).toEqual({ total: 5 })
  expect(await count({ status: 'suspended' })).toEqual({ total: 2 })
  expect(await count({ client_id: 1 })).toEqual({ total: 3 })
  expect(await count({ tag_ids: [1, 2] })).toEqual({ total: 4 })
  expect(await count({ search: 'site-5', exclude: [4] })).toEqual({ total: 1 })
  expect(await count({}, fixture.people.keys.limited.headers)).toEqual({ total: 3 })
})

it('returns the number beside the data over REST', async () => {
  await ability('add-tag', { name: 'One' })
  await seedSites(fixture.service.db, 3)
  await seedSiteTags(fixture.service.db, 1, [1])
  expect((await rest('GET /sites/count')).body).toEqual({
    success: 1,
    message: 'Retrieved successfully.',
    total: 3,
    count: 3,
    data: { total: 3 },
  })
  expect((await rest('GET /sites/count?tag_id=1&status=any')).body.total).toBe(1)
  expect((await rest('GET /sites/count?status=asleep')).status).toBe(400)
})
