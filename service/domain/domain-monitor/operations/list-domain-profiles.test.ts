import { beforeEach, describe, expect, it } from 'vitest'
import { registration, setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /domain-monitor/profiles${query}`, undefined, headers)).body
const idsOf = (body: { data: Record<string, unknown> }) => Object.keys(body.data).map(Number)

beforeEach(async () => {
  fixture.registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
  for (const url of ['https://shop.com/', 'https://blog.shop.com/', 'https://site.zz/', 'http://192.0.2.1/']) {
    await fixture.check(await fixture.site(url))
  }
  await fixture.site('https://new.com/')
})

describe('GET /domain-monitor/profiles', () => {
  it('returns a map by site id, with the total', async () => {
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 5, page: 1, pages: 1 })
    expect(
      Object.values<{ id: number; status: string; expiry_date: string }>(body.data).map(
        ({ id, status, expiry_date }) => [id, status, expiry_date],
      ),
    ).toEqual([
      [1, 'active', '2027-08-13'],
      [2, 'active', '2027-08-13'],
      [3, 'unsupported', null],
      [4, 'not-applicable', null],
      [5, 'unchecked', null],
    ])
  })

  it('filters, pages and selects fields', async () => {
    expect(idsOf(await list('?status=unsupported'))).toEqual([3])
    expect(idsOf(await list('?search=blog'))).toEqual([2])
    expect(idsOf(await list('?include=1,3&exclude=3'))).toEqual([1])
    expect(await list('?orderby=id&per_page=4&page=2')).toMatchObject({ total: 5, pages: 2, data: { 5: { id: 5 } } })
    expect((await list('?_fields=registrar')).data[1]).toEqual({ id: 1, registrar: 'Harbour Names Ltd' })
    expect((await list('?search=nothing')).data).toEqual({})
  })

  it('lists the allowed values of an invalid filter', async () => {
    expect((await list('?status=rusty')).data.params.status).toContain('active, expiring, expired')
    expect((await list('?orderby=luck')).data.status).toBe(400)
  })

  it('shows a limited key only its own sites', async () => {
    const body = await list('', fixture.people.keys.limited.headers)
    expect([idsOf(body), body.total]).toEqual([[1], 1])
  })
})

it('answers 501 while the module is off, and keeps its data', async () => {
  const before = await list()
  await fixture.rest('PUT /modules/domain-monitor', { active: false })
  expect(await list()).toMatchObject({ success: 0, code: 'svc_module_not_available', data: { status: 501 } })
  expect((await fixture.check(1)).status).toBe(501)
  await fixture.rest('PUT /modules/domain-monitor', { active: true })
  expect(await list()).toEqual(before)
})
