import { beforeEach, describe, expect, it } from 'vitest'
import { seedSiteTags } from '../../../testing/seed-sites.ts'
import { setUpTls } from '../testing/set-up-tls.ts'

const fixture = setUpTls()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /ssl-monitor/info${query}`, undefined, headers)).body
const idsOf = (body: { data: Record<string, unknown> }) => Object.keys(body.data).map(Number)

beforeEach(async () => {
  for (const name of ['good', 'expired', 'self-signed'] as const) {
    const { url } = await fixture.serve(name)
    await fixture.check(await fixture.site(url))
  }
  await fixture.site('https://four.test/')
})

describe('GET /ssl-monitor/info', () => {
  it('returns a map by site id, with the total', async () => {
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 4, page: 1, pages: 1 })
    expect(
      Object.entries<{ id: number; status: string }>(body.data).map(([key, { id, status }]) => [key, id, status]),
    ).toEqual([
      ['1', 1, 'valid'],
      ['2', 2, 'expired'],
      ['3', 3, 'invalid'],
      ['4', 4, 'unchecked'],
    ])
  })

  it('returns an empty map without sites', async () => {
    expect((await list('?search=nothing')).data).toEqual({})
  })

  it('filters, pages and selects fields', async () => {
    expect(idsOf(await list('?status=expired'))).toEqual([2])
    expect(idsOf(await list('?search=FOUR'))).toEqual([4])
    expect(idsOf(await list('?include=1,3&exclude=3'))).toEqual([1])
    expect(await list('?orderby=id&per_page=3&page=2')).toMatchObject({ total: 4, pages: 2, data: { 4: { id: 4 } } })
    expect((await list('?_fields=status')).data[1]).toEqual({ id: 1, status: 'valid' })
  })

  it('lists the allowed values of an invalid filter', async () => {
    const { code, data } = await list('?status=rusty')
    expect(code).toBe('svc_invalid_input')
    expect(data.params.status).toContain('valid, expiring, expired')
    expect((await list('?per_page=101')).data.status).toBe(400)
  })

  it('shows a limited key only its own sites', async () => {
    await fixture.service.db
      .insertInto('tags')
      .values([1, 2].map((id) => ({ id, name: `tag ${id}`, created_at: new Date(0), updated_at: new Date(0) })))
      .execute()
    await seedSiteTags(fixture.service.db, 2, [3])
    const body = await list('', fixture.people.keys.limited.headers)
    expect([idsOf(body), body.total]).toEqual([[1, 3], 2])
  })
})

it('answers 501 while the module is off, and keeps its data', async () => {
  const before = await list()
  await fixture.rest('PUT /modules/ssl-monitor', { active: false })
  expect(await list()).toMatchObject({ success: 0, code: 'svc_module_not_available', data: { status: 501 } })
  expect((await fixture.check(1)).status).toBe(501)
  await fixture.rest('PUT /modules/ssl-monitor', { active: true })
  expect(await list()).toEqual(before)
})
