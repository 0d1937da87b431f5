import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('POST /settings/cost-tracker/product-types/add', { title: 'Cloud tool' })
  const costs = [
    { name: 'Hosting', price: 30, product_type: 'hosting', sites: [1], last_renewal: '2026-11-01' },
    { name: 'backup 100%', price: 5, product_type: 'cloud-tool', cost_tracker_status: 'canceled', groups: [1] },
    { name: 'Theme', price: 60, product_type: 'theme', payment_type: 'lifetime', clients: [2] },
  ]
  for (const cost of costs) expect((await rest('POST /costs/add', cost)).status).toBe(200)
})

const list = async (query = '', headers?: Record<string, string>) => {
  const { body } = await rest(`GET /costs${query}`, undefined, headers)
  return body.data.map(({ id }: { id: number }) => id)
}

describe('GET /costs', () => {
  it('returns all costs sorted by id, with the total', async () => {
    const { body, headers } = await rest('GET /costs')
    expect(body).toMatchObject({ success: 1, total: 3, page: 1, per_page: 1000, pages: 1 })
    expect(body.data[0]).toEqual((await rest('GET /costs/1')).body.data)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
    expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['3', '1'])
  })

  it('returns pages', async () => {
    const { body } = await rest('GET /costs?page=2&per_page=2')
    expect(body).toMatchObject({ total: 3, page: 2, per_page: 2, pages: 2, data: [{ id: 3 }] })
    expect((await rest('GET /costs?page=9&per_page=2')).body).toMatchObject({ total: 3, data: [] })
    expect((await rest('GET /costs?per_page=101')).status).toBe(400)
  })

  it.each([
    ['?search=HOST', [1]],
    ['?search=100%25', [2]],
    ['?search=%25', [2]],
    ['?search=%27', []],
    ['?include=1,3', [1, 3]],
    ['?exclude=1', [2, 3]],
    ['?status=canceled', [2]],
    ['?status=any', [1, 2, 3]],
    ['?category=cloud-tool', [2]],
    ['?category=plugin', []],
    ['?category=any', [1, 2, 3]],
    ['?type=lifetime', [3]],
    ['?type=subscription&status=active', [1]],
    ['?orderby=name', [2, 1, 3]],
    ['?orderby=price&order=desc', [3, 1, 2]],
    ['?orderby=last_renewal&order=desc', [1, 3, 2]],
  ])('%s', async (query, ids) => expect(await list(query)).toEqual(ids))

  it('refuses unknown values and lists the allowed ones', async () => {
    const params = async (query: string) => (await rest(`GET /costs${query}`)).body.data.params
    expect(await params('?status=gone&type=rent')).toEqual({
      status: 'must be one of: any, active, canceled, onhold, expired, pending_cancelation',
      type: 'must be one of: any, subscription, lifetime',
    })
    expect(await params('?category=boats')).toEqual({
      category: 'must be one of: any, plugin, theme, hosting, service, other, cloud-tool',
    })
    expect(await params('?colour=red')).toHaveProperty('colour')
  })

  it('returns to a limited key the costs of its sites, and counts only those', async () => {
    const { limited } = fixture.people.keys
    const { body } = await rest('GET /costs', undefined, limited.headers)
    expect([body.total, body.data.map(({ id }: { id: number }) => id)]).toEqual([2, [1, 2]])
    expect(await list('?search=theme', limited.headers)).toEqual([])
  })

  it('returns only the requested fields', async () => {
    const { body } = await rest('GET /costs?_fields=name,price')
    expect(body.data[0]).toEqual({ id: 1, name: 'Hosting', price: 30 })
  })
})
