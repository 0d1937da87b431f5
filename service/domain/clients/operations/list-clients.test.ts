import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const names = async (input: object, headers?: Record<string, string>) => {
  const { body } = await ability('list-clients', input, headers)
  return body.items.map(({ name }: { name: string }) => name)
}

beforeEach(async () => {
  await seedSites(fixture.service.db, 5)
  await ability('add-client', { name: 'delta', client_email: 'd@one.example', selected_sites: [1, 2] })
  fixture.service.clock.advance(1000)
  await ability('add-client', { name: 'Alpha 100%', client_email: 'a@two.example', client_phone: '5' })
  fixture.service.clock.advance(1000)
  await ability('add-client', { name: 'Élan', client_email: 'c@one.example', selected_sites: [3] })
  fixture.service.clock.advance(1000)
  await ability('add-client', { name: 'beta', selected_sites: [4, 5] })
  await ability('suspend-client', { client_id_or_email: 4 })
})

describe('list-clients', () => {
  it('returns a page sorted by name, with the number of sites and the total', async () => {
    const { status, body } = await ability('list-clients', { page: 1, per_page: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: 1, per_page: 3, total: 4 })
    expect(body.items).toEqual([
      {
        id: 2,
        name: 'Alpha 100%',
        email: 'a@two.example',
        phone: '5',
        status: 'active',
        sites_count: 0,
        created_at: '2026-11-15T09:00:01Z',
      },
      {
        id: 4,
        name: 'beta',
        email: '',
        phone: '',
        status: 'suspended',
        sites_count: 2,
        created_at: '2026-11-15T09:00:03Z',
      },
      expect.objectContaining({ id: 1, name: 'delta', sites_count: 2 }),
    ])
    expect(await names({ page: 2, per_page: 3 })).toEqual(['Élan'])
    expect((await ability('list-clients', { page: 9, per_page: 3 })).body).toMatchObject({ items: [], total: 4 })
  })

  it('filters and sorts', async () => {
    const questions: [object, string[]][] = [
      [{ status: 'active' }, ['Alpha 100%', 'delta', 'Élan']],
      [{ status: 'suspended' }, ['beta']],
      [{ search: 'ELT' }, ['delta']],
      [{ search: 'élan' }, ['Élan']],
      [{ search: '@one.example' }, ['delta', 'Élan']],
      [{ search: '100%' }, ['Alpha 100%']],
      [{ search: '_' }, []],
      [{ include: [1, 4, 99] }, ['beta', 'delta']],
      [{ exclude: [1, 4] }, ['Alpha 100%', 'Élan']],
      [{ include: '1,2', exclude: '2', status: 'active', search: 'd' }, ['delta']],
      [{ order: 'desc' }, ['Élan', 'delta', 'beta', 'Alpha 100%']],
      [{ orderby: 'id' }, ['delta', 'Alpha 100%', 'Élan', 'beta']],
      [{ orderby: 'created_at', order: 'desc' }, ['beta', 'Élan', 'Alpha 100%', 'delta']],
      [{ orderby: 'email' }, ['Alpha 100%', 'Élan', 'delta', 'beta']],
    ]
    for (const [input, expected] of questions) {
      expect(await names(input), JSON.stringify(input)).toEqual(expected)
      expect((await ability('list-clients', { ...input, per_page: 1 })).body.total).toBe(expected.length)
    }
  })

  it('returns correct totals while clients are added, changed and deleted', async () => {
    const total = async (input: object) => (await ability('list-clients', input)).body.total
    expect([await total({ status: 'active' }), await total({ search: 'gamma' })]).toEqual([3, 0])
    await ability('add-client', { name: 'Gamma' })
    expect([await total({ status: 'active' }), await total({ search: 'gamma' })]).toEqual([4, 1])
    await ability('suspend-client', { client_id_or_email: 5 })
    expect([await total({ status: 'active' }), await total({ search: 'gamma' })]).toEqual([3, 1])
    await ability('update-client', { client_id_or_email: 5, name: 'Omega' })
    expect(await total({ search: 'gamma' })).toBe(0)
    await ability('delete-client', { client_id_or_email: 5, confirm: true })
    expect(await total({})).toBe(4)
  })

  it('refuses invalid input', async () => {
    const refused: [object, string][] = [
      [{ per_page: 101 }, 'per_page'],
      [{ per_page: 0 }, 'per_page'],
      [{ page: 0 }, 'page'],
      [{ status: 'lead' }, 'status'],
      [{ include: ['x'] }, 'include[0]'],
      [{ orderby: 'phone' }, 'orderby'],
      [{ tag: 1 }, 'tag'],
    ]
    for (const [input, field] of refused) {
      const { status, body } = await ability('list-clients', input)
      expect(status).toBe(400)
      expect(Object.keys(body.data.params)).toEqual([field])
    }
  })

  it('returns a list with client_email over REST, paged or whole', async () => {
    const whole = await rest('GET /clients')
    expect(whole.body).toMatchObject({ success: 1, total: 4, page: 1, per_page: 1000, pages: 1 })
    expect(whole.body.data).toHaveLength(4)
    expect(whole.body.data[0]).toMatchObject({ id: 2, client_email: 'a@two.example', client_phone: '5', suspended: 0 })
    const page = await rest('GET /clients?page=2&per_page=3&status=any&_fields=name')
    expect(page.body).toMatchObject({ total: 4, page: 2, per_page: 3, pages: 2, data: [{ id: 3, name: 'Élan' }] })
    expect(page.headers).toMatchObject({ 'x-wp-total': '4', 'x-wp-totalpages': '2' })
    expect((await rest('GET /clients?include=1,3&exclude=3')).body.data).toMatchObject([{ id: 1 }])
    expect((await rest('GET /clients?status=all')).body).toEqual(whole.body)
    expect((await rest('GET /clients/count?status=all')).body.total).toBe(whole.body.total)
  })

  it('returns to a limited key only the clients of its sites, and counts only those sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('list-clients', {}, headers)).body).toMatchObject({
      total: 1,
      items: [{ name: 'delta', sites_count: 1 }],
    })
    await ability('add-tag', { name: 'one' })
    await ability('add-tag', { name: 'two' })
    await seedSiteTags(fixture.service.db, 2, [2, 3])
    expect((await ability('list-clients', { order: 'desc' }, headers)).body).toMatchObject({
      total: 2,
      items: [
        { name: 'Élan', sites_count: 1 },
        { name: 'delta', sites_count: 2 },
      ],
    })
    expect(await names({ search: 'beta' }, headers)).toEqual([])
    expect(await names({ include: [2, 4] }, headers)).toEqual([])
  })

  it('returns the fields that clients of the established product expect in each item', async () => {
    const { body } = await aliased('list-clients', { include: [4] })
    expect(body.items).toMatchObject([{ suspended: 1, created: body.items[0].created_at }])
  })
})
