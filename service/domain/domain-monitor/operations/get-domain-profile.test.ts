import { expect, it } from 'vitest'
import { rdapScene } from '../testing/rdap-scene.ts'

const scene = rdapScene()

it('shows a domain without lookup as unchecked and sends no request', async () => {
  await scene.site('https://www.shop.com/')
  const { body } = await scene.rest('GET /domain-monitor/profiles/shop.com')
  expect(body).toMatchObject({ success: 1, data: { id: 1, domain: 'shop.com', status: 'unchecked', days_left: null } })
  expect(scene.registry.requestedPaths).toEqual([])
})

it('returns 404 for an unknown site or one outside the limits of a key', async () => {
  await scene.site('https://one.com/')
  await scene.site('https://two.com/')
  expect((await scene.rest('GET /domain-monitor/profiles/9')).body.code).toBe('svc_site_not_found')
  const { headers } = scene.people.keys.limited
  expect((await scene.rest('GET /domain-monitor/profiles/2', undefined, headers)).status).toBe(404)
  expect((await scene.rest('GET /domain-monitor/profiles/1', undefined, headers)).status).toBe(200)
})

it('drops the domain of a former address of the site', async () => {
  const id = await scene.site('https://one.zz/')
  await scene.check(id)
  const moved = { url: 'https://two.zz/', identity: 'two.zz' }
  await scene.service.db.updateTable('sites').set(moved).execute()
  const { data } = (await scene.rest(`GET /domain-monitor/profiles/${id}`)).body
  expect(data).toMatchObject({ domain: 'two.zz', status: 'unchecked', reason: null })
})
