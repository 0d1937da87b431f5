import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, systemActor } from '../../operation/actor.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../testing/seed-sites.ts'
import { type Selectors, selectForChange, selectForReading } from './select-sites.ts'

const fixture = setUpService()
const none: Selectors = { websites: [], groups: [], clients: [] }
const limitedTo = (sites: number[], tags: number[]): Actor => ({
  ...systemActor(),
  limits: { sites, tags, clients: [] },
})

const select = async (selectors: Partial<Selectors>, actor = systemActor(), choose = selectForReading) => {
  const { sites } = await choose({ db: fixture.service.db, actor }, { ...none, ...selectors })
  return sites.map(({ id }) => id).sort((one, other) => one - other)
}
const refusal = (selectors: Partial<Selectors>, actor?: Actor, choose?: typeof selectForReading) =>
  select(selectors, actor, choose).then(
    () => 'no refusal',
    (error: ServiceError) => error.details.params,
  )

beforeEach(async () => {
  const { db } = fixture.service
  await db.pool.query(`
    insert into tags (id, name, created_at, updated_at) values (1, 'Boats', now(), now()), (2, '3', now(), now()), (3, 'Shops', now(), now());
    insert into clients (id, name, email, created_at, updated_at) values (7, 'Harbour', 'Ada@Example.com', now(), now());`)
  await seedSites(db, 6, (number) => (number === 5 ? { client_id: 7 } : {}))
  await seedSiteTags(db, 1, [1, 2])
  await seedSiteTags(db, 2, [3])
  await seedSiteTags(db, 3, [4])
})

describe('selected sites', () => {
  it('are all sites for a read without selectors; a change without selectors is refused', async () => {
    expect(await select({})).toEqual([1, 2, 3, 4, 5, 6])
    expect(await refusal({}, undefined, selectForChange)).toEqual({
      websites: expect.stringContaining('select the sites'),
    })
  })

  it('are the union of all selectors, each once', async () => {
    expect(await select({ websites: ['site-1.example', 6], groups: ['boats'], clients: ['ADA@example.com'] })).toEqual([
      1, 2, 5, 6,
    ])
    expect(await select({ groups: [1], clients: [7] })).toEqual([1, 2, 5])
  })

  it('are selected by id when a reference has only digits, even if a tag has that name', async () => {
    expect(await select({ groups: ['3'] })).toEqual([4])
  })

  it('are refused with all unknown references', async () => {
    expect(await refusal({ websites: [1, 99], groups: ['Planes', 1], clients: ['unknown@example.com'] })).toEqual({
      websites: expect.stringContaining('99'),
      groups: expect.stringContaining('Planes'),
      clients: expect.stringContaining('unknown@example.com'),
    })
  })

  it('are within the limits of a key; other references are unknown', async () => {
    const actor = limitedTo([2], [3])
    expect(await select({}, actor)).toEqual([2, 4])
    expect(await select({ groups: ['Boats'] }, actor)).toEqual([2])
    expect(await refusal({ websites: [1], groups: [2], clients: [7] }, actor)).toEqual(
      await refusal({ websites: [1], groups: [2], clients: [7] }, limitedTo([2], [3])),
    )
    expect(await refusal({ websites: [1], groups: [2], clients: [7] }, actor)).toEqual({
      websites: expect.stringContaining('names no site'),
      groups: expect.stringContaining('names no tag'),
      clients: expect.stringContaining('names no client'),
    })
  })

  it('must be selected when there are more than 200', async () => {
    await seedSites(fixture.service.db, 195, (number) => ({ url: `https://more-${number}.example/` }))
    expect(await refusal({})).toEqual({ websites: expect.stringContaining('more than 200') })
    expect(await select({ groups: [1] })).toEqual([1, 2])
    expect(await select({}, limitedTo([2], []))).toEqual([2])
  })
})
