import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const tag = (payload: object, headers?: Record<string, string>) => rest('POST /sites/tags', payload, headers)
const tagsOf = async (id: number) => {
  const { tags } = (await ability('get-site', { site_id_or_domain: id })).body
  return tags.map((each: { id: number }) => each.id)
}

async function seed() {
  for (const name of ['A', 'B', 'C']) await ability('add-tag', { name })
  await seedSites(fixture.service.db, 3)
  await seedSiteTags(fixture.service.db, 1, [1, 2])
}

it('adds tags to many sites and removes others', async () => {
  await seed()
  const { body } = await tag({ include: [1, 'site-2.example', '2', 99], add: [2, 3], remove: [1] })
  expect(body).toMatchObject({
    success: 1,
    data: {
      tagged: [{ id: 1 }, { id: 2 }],
      errors: [{ identifier: 99, code: 'svc_site_not_found' }],
      total_tagged: 2,
      total_errors: 1,
      tags_added: 4,
      tags_removed: 2,
    },
  })
  expect([await tagsOf(1), await tagsOf(2), await tagsOf(3)]).toEqual([[2, 3], [2, 3], []])
  await tag({ include: [1], add: [2, 3] })
  expect(await tagsOf(1)).toEqual([2, 3])
})

it.each([
  [{ include: [1] }, /add/],
  [{ include: [1], add: [1], remove: [1] }, /both/],
  [{ include: [1], add: [9] }, /9/],
  [{ include: [], add: [1] }, /./],
  [{ add: [1] }, /./],
])('refuses %j', async (payload, sentence) => {
  await seed()
  const response = await tag(payload)
  expect([response.status, response.body.code]).toEqual([400, 'svc_invalid_input'])
  expect(response.body.message).toMatch(sentence)
  expect(await tagsOf(1)).toEqual([1])
})

it('lists the affected sites in a dry run', async () => {
  await seed()
  const { body } = await tag({ include: [1, 3], add: [2], dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, count: 2, would_affect: [{ id: 1 }, { id: 3 }] })
  expect(await tagsOf(1)).toEqual([1])
})

it('allows a limited key to use only sites and tags it sees', async () => {
  await seed()
  const { headers } = fixture.people.keys.limited
  const { body } = await tag({ include: [1, 2], add: [2] }, headers)
  expect(body.data).toMatchObject({ tagged: [{ id: 1 }], errors: [{ identifier: 2 }] })
  expect((await tag({ include: [1], add: [3] }, headers)).status).toBe(400)
})

it('accepts a filter instead of names, on both routes', async () => {
  await seed()
  const assign = (payload: object) => rest('POST /tags/assign', payload)
  const { body } = await assign({ filter: { tag_ids: [1, 2], exclude: [2] }, add: [3] })
  expect(body).toMatchObject({ success: 1, data: { tagged: [{ id: 1 }], total_tagged: 1, tags_added: 1 } })
  expect(
    (await assign({ filter: { search: 'site-' }, exclude: ['site-1.example'], add: [3] })).body.data,
  ).toMatchObject({
    tagged: [{ id: 2 }, { id: 3 }],
    tags_added: 2,
  })
  expect((await assign({ site_ids: [2], remove: [3, 2] })).body.data).toMatchObject({ tags_removed: 1 })
  const plan = await assign({ filter: { search: 'site-3' }, add: [1], dry_run: true })
  expect(plan.body.data).toMatchObject({ dry_run: true, count: 1, would_affect: [{ id: 3 }] })
  expect(await tagsOf(3)).toEqual([3])
})

it('refuses names together with a filter, neither of them, and an empty filter, which would select every site', async () => {
  await seed()
  const wrong = [{ filter: { search: 'site-' }, include: [1] }, {}, { filter: { colour: 1 } }, { filter: {} }]
  for (const payload of wrong.map((selection) => ({ ...selection, add: [1] }))) {
    expect((await tag(payload)).status).toBe(400)
  }
})

it('applies a filter only to sites that a limited key sees', async () => {
  await seed()
  const { body } = await tag({ filter: { search: 'site-' }, add: [2] }, fixture.people.keys.limited.headers)
  expect(body.data).toMatchObject({ tagged: [{ id: 1 }], total_tagged: 1 })
})
