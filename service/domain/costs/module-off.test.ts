import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'
import { costsFeature } from './index.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const switchModule = (active: boolean) => rest('PUT /modules/cost-tracker', { active })

beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('POST /costs/add', { name: 'Kept', price: 1, sites: [1] })
  await switchModule(false)
})

const off = { code: 'svc_module_not_available', data: { status: 501, module: 'cost-tracker' } }
const routes = costsFeature.addresses.filter((address) => address.kind === 'route')
const guarded = routes.filter(({ path }) => !path.startsWith('/settings/'))

it.each(guarded.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)))(
  '%s returns 501 while the module is off',
  async (address) => {
    const { status, body } = await rest(address.replace(/\{\w+\}/, '1'), address.startsWith('GET') ? undefined : {})
    expect([status, body]).toEqual([501, expect.objectContaining(off)])
  },
)

it('returns 501 for abilities and every item of a batch', async () => {
  for (const [name, input] of [
    ['get-site-costs', { site_id_or_domain: 1 }],
    ['get-client-costs', { client_id_or_email: 1 }],
  ] as const) {
    expect((await ability(name, input)).body).toMatchObject(off)
  }
  const { body } = await rest('POST /costs/batch', { create: [{ name: 'A', price: 1, sites: [1] }], delete: [1] })
  expect(body).toMatchObject({ create: [{ success: 0, error: off }], delete: [{ success: 0, error: off }] })
})

it('returns the data again when the module is switched on', async () => {
  await switchModule(true)
  expect((await rest('GET /costs')).body).toMatchObject({ total: 1, data: [{ name: 'Kept', sites: [1] }] })
})

it('does not reveal the module to callers without permission', async () => {
  expect((await rest('POST /costs/add', {}, fixture.people.viewer.headers)).status).toBe(403)
})
