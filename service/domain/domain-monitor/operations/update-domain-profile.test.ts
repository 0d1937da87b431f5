import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { registration, setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const edit = (id: number, fields: object, headers?: Record<string, string>) =>
  fixture.rest(`PUT /domain-monitor/profiles/${id}/edit`, fields, headers)

describe('PUT /domain-monitor/profiles/{id_or_domain}/edit', () => {
  it('stores manual data for all sites of a domain without registry data', async () => {
    const [one, two] = [await fixture.site('https://shop.zz/'), await fixture.site('https://blog.shop.zz/')]
    await fixture.check(one)
    await fixture.check(two)
    const { body } = await edit(one, { expiry_date: '2026-11-30', registrar: 'Quay', creation_date: '2001-02-03' })
    expect(body).toMatchObject({
      success: 1,
      message: 'Domain profile updated.',
      data: { status: 'expiring', expiry_date: '2026-11-30', days_left: 15, source: 'manual', registrar: 'Quay' },
    })
    const { data } = (await fixture.rest(`GET /domain-monitor/profiles/${two}`)).body
    expect(data).toMatchObject({ expiry_date: '2026-11-30', creation_date: '2001-02-03' })
    const warned = await fixture.service.db.selectFrom('domain_warnings').select(['domain', 'threshold']).execute()
    expect(warned).toEqual([{ domain: 'shop.zz', threshold: 30 }])
  })

  it('counts the domain as expired after the entered day, not during it', async () => {
    const id = await fixture.site('https://shop.zz/')
    const expiry = async (expiry_date: string) => {
      const { data } = (await edit(id, { expiry_date })).body
      const { domains } = (await fixture.rest('GET /overview')).body.data
      return [data.status, data.days_left, domains.expired, domains.within_30_days]
    }
    // It is 15 November, 09:00.
    expect(await expiry('2026-11-15')).toEqual(['expiring', 0, 0, 1])
    expect(await expiry('2026-11-14')).toEqual(['expired', -1, 1, 0])
    const published = await dataOfEvents(fixture.service.db, 'domain.expiring')
    expect(published.map(({ cause }) => cause)).toEqual([
      'The domain expires on 2026-11-15, today; renew it.',
      'The domain expired on 2026-11-14; renew it.',
    ])
  })

  it('changes the given fields and clears with null or ""', async () => {
    const id = await fixture.site('https://shop.zz/')
    await edit(id, { expiry_date: '2027-11-30', registrar: 'Quay' })
    expect((await edit(id, { registrar: '' })).body.data).toMatchObject({ registrar: null, expiry_date: '2027-11-30' })
    expect((await edit(id, { expiry_date: null })).body.data).toMatchObject({ expiry_date: null, source: null })
    expect((await edit(id, {})).status).toBe(200)
  })

  it('prefers registry data, and warns about it in a dry run', async () => {
    fixture.registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
    const id = await fixture.site('https://shop.com/')
    await fixture.check(id)
    const plan = (await edit(id, { expiry_date: '2030-01-01', dry_run: true })).body.data
    expect(plan).toMatchObject({
      count: 1,
      warnings: ['The registry reports an expiry date, which takes precedence.'],
    })
    expect((await edit(id, { expiry_date: '2030-01-01' })).body.data).toMatchObject({
      expiry_date: '2027-08-13',
      source: 'registry',
    })
  })

  it.each([['2026-02-31'], ['31/12/2026'], ['soon'], [20261231]])('rejects the date %j', async (expiry_date) => {
    const id = await fixture.site('https://shop.zz/')
    const { status, body } = await edit(id, { expiry_date })
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual(['expiry_date'])
  })

  it('rejects sites without a domain, and keys that do not see all its sites', async () => {
    expect((await edit(await fixture.site('http://192.0.2.1/'), { registrar: 'x' })).body).toMatchObject({
      code: 'svc_domain_not_applicable',
      data: { status: 409 },
    })
    await fixture.service.db.deleteFrom('sites').execute()
    const columns = { name: 'x', admin_username: 'x', created_at: new Date(0), updated_at: new Date(0) }
    const row = (id: number, host: string) => ({ id, url: `https://${host}/`, identity: host, ...columns })
    await fixture.service.db
      .insertInto('sites')
      .values([row(1, 'shop.zz'), row(9, 'blog.shop.zz')])
      .execute()
    await fixture.check(1)
    const { headers } = fixture.people.keys.limited
    expect((await edit(1, { registrar: 'x' }, headers)).status).toBe(200)
    await fixture.check(9)
    expect((await edit(1, { registrar: 'x' }, headers)).body.code).toBe('svc_permission_denied')
    expect((await edit(9, { registrar: 'x' }, headers)).status).toBe(404)
  })
})
