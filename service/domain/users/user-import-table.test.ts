import { beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedSites, seedSiteTags } from '../../testing/seed-sites.ts'
import { toImportTargets } from './user-import-table.ts'

const fixture = setUpService()
const none = { websites: [], groups: [], clients: [] }

beforeEach(async () => {
  const { db } = fixture.service
  await db.pool.query(`
    insert into tags (id, name, created_at, updated_at) select n, 'Tag ' || n, now(), now() from generate_series(1, 40) n;
    insert into clients (id, name, email, created_at, updated_at)
      select n, 'Client ' || n, 'client-' || n || '@example.com', now(), now() from generate_series(1, 40) n`)
  await seedSites(db, 40, (number) => ({ client_id: number }))
  for (let tag = 1; tag <= 40; tag++) await seedSiteTags(db, tag, [41 - tag])
})

const context = () => ({ db: fixture.service.db, actor: systemActor() })
const rowsFor = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    fields: {
      username: `user-${index}`,
      email: `user-${index}@example.com`,
      websites: [index + 1, `site-${index + 2}.example`],
      groups: [`tag ${index + 1}`],
      clients: [`client-${index + 3}@example.com`, index + 1],
    },
  }))

describe('the targets of an import', () => {
  it('are found with as many queries for many different selections as for few', async () => {
    const count = async (rows: number) =>
      (await queriesOf(() => toImportTargets(context(), rowsFor(rows), none))).length
    const few = await count(2)
    expect(await count(30)).toBe(few)
  })

  it('are the sites of each row, each once and in order of their address', async () => {
    const { targets } = await toImportTargets(context(), rowsFor(30), none)
    const sitesOf = (row: number) => targets.filter((target) => target.row === row).map(({ site }) => site.id)
    expect(sitesOf(1).sort((one, other) => one - other)).toEqual([1, 2, 3, 40])
    expect(sitesOf(20).sort((one, other) => one - other)).toEqual([20, 21, 22])
    const urls = targets.filter(({ row }) => row === 1).map(({ site }) => site.url)
    expect(urls).toEqual([...urls].sort())
  })

  it('are refused with the unknown references of each row', async () => {
    const [one, two] = rowsFor(2) as [{ row: number; fields: object }, { row: number; fields: object }]
    const rows = [
      { row: 1, fields: { ...one.fields, websites: [99, 1], groups: ['Planes', '77'] } },
      { row: 2, fields: { ...two.fields, clients: ['x@example.com'] } },
    ]
    const refused = toImportTargets(context(), rows, none)
    const error = (await refused.catch((thrown: unknown) => thrown)) as ServiceError
    expect(error.details.params).toMatchObject({
      'line 1: websites': 'names no site: 99',
      'line 1: groups': 'names no tag: Planes, 77',
      'line 2: clients': 'names no client: x@example.com',
    })
  })
})
