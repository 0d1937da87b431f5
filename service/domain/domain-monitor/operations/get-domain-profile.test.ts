import { expect, it } from 'vitest'
import { setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()

it('shows a domain without lookup as unchecked and sends no request', async () => {
  await fixture.site('https://www.shop.com/')
  const { body } = await fixture.rest('GET /domain-monitor/profiles/shop.com')
  expect(body).toMatchObject({ success: 1, data: { id: 1, domain: 'shop.com', status: 'unchecked', days_left: null } })
  expect(fixture.registry.requestedPaths).toEqual([])
})

it('returns 404 for an unknown site or one outside the limits of a key', async () => {
  await fixture.site('https://one.com/')
  await fixture.site('https://two.com/')
  expect((await fixture.rest('GET /domain-monitor/profiles/9')).body.code).toBe('svc_site_not_found')
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('GET /domain-monitor/profiles/2', undefined, headers)).status).toBe(404)
  expect((await fixture.rest('GET /domain-monitor/profiles/1', undefined, headers)).status).toBe(200)
})

it('drops the domain of a former address of the site', async () => {
  const id = await fixture.site('https://one.zz/')
  await fixture.check(id)
  const moved = { url: 'https://two.zz/', identity: 'two.zz' }
  await fixture.service.db.updateTable('sites').set(moved).execute()
  const { data } = (await fixture.rest(`GET /domain-monitor/profiles/${id}`)).body
  expect(data).toMatchObject({ domain: 'two.zz', status: 'unchecked', reason: null })
})
