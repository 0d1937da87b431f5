import { beforeEach, describe, expect, it } from 'vitest'
import { features } from './catalogue.ts'
import { callers } from './testing/callers.ts'
import { setUpService } from './testing/people.ts'
import { seedFleet } from './testing/seed-fleet.ts'

/** What is stored can be read and written back: the answer of every GET of settings is valid input of its PUT. */

const fixture = setUpService()
const { rest, dashboard } = callers(fixture)

const routes = features
  .flatMap(({ addresses = [] }) => addresses)
  .flatMap((address) => (address.kind === 'route' ? [address] : []))
const written = routes.filter(({ methods, path }) => methods.includes('PUT') && /settings/.test(path))
const pairs = routes
  .filter(({ methods, options }) => methods.includes('GET') && options.list === undefined)
  .flatMap(({ path }) => {
    const put = written.find((other) => other.path === path || other.path === `${path}/edit`)
    return put ? [{ get: path, put: put.path }] : []
  })
const filled = (path: string) => path.replace(/\{\w+\}/g, '1')

beforeEach(() => seedFleet(fixture.service.db))

it('covers the settings of every feature', () => {
  expect(pairs.map(({ get }) => get).sort()).toEqual([
    '/domain-monitor/settings',
    '/monitors/settings',
    '/monitors/{id_or_domain}/settings',
    '/settings/advanced',
    '/settings/cost-tracker',
    '/settings/dashboard-insights',
    '/settings/general',
    '/settings/mail-server',
    '/settings/monitoring',
    '/settings/reports',
    '/settings/sign-in',
    '/settings/tools',
    '/settings/vulnerabilities',
    '/time-tracker/clients/{id_or_email}/settings',
    '/time-tracker/settings',
  ])
})

describe.each(pairs)('$get', ({ get, put }) => {
  it('can be written back as it was read, and then reads the same', async () => {
    const before = await rest(`GET ${filled(get)}`)
    expect(before.status).toBe(200)
    const after = await dashboard(`PUT ${filled(put)}`, before.body.data)
    expect([after.status, after.body.code, after.body.message]).toEqual([200, undefined, after.body.message])
    expect((await rest(`GET ${filled(get)}`)).body.data).toEqual(before.body.data)
  })
})

it('e-mail settings can be written back', async () => {
  const { body } = await rest('GET /settings/emails')
  for (const email of body.data) {
    const { status, text } = await rest(`PUT /settings/emails/${email.type}/edit`, email)
    expect([email.type, status, status === 200 ? '' : text]).toEqual([email.type, 200, ''])
  }
  expect((await rest('GET /settings/emails')).body.data).toEqual(body.data)
})
