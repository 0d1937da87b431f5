import { describe, expect, it } from 'vitest'
import { missingAbilities, missingRoutes, readAbilityRows, readRouteRows, unexpectedAbilities } from './conformance.ts'

const abilities = readAbilityRows()
const routes = readRouteRows()
const served = abilities.map((row) => ({ ability: row.ability, methods: [row.method, ...row.alsoMethods] }))

describe('abilities', () => {
  it('finds nothing missing or unexpected in a service that keeps the contract', () => {
    expect(missingAbilities(abilities, served)).toEqual([])
    expect(unexpectedAbilities(abilities, served)).toEqual([])
  })

  it('names an ability that is not served', () => {
    const without = served.filter((one) => one.ability !== 'svc/check-site-v1')
    expect(missingAbilities(abilities, without)).toEqual(['svc/check-site-v1 is not served'])
  })

  it('names each method an ability does not answer', () => {
    const poor = served.map((one) => (one.ability === 'svc/get-site-v1' ? { ...one, methods: ['GET'] } : one))
    expect(missingAbilities(abilities, poor)).toEqual(['svc/get-site-v1 does not answer POST'])
  })

  it('gathers the methods of an ability that is listed once per method, in any case', () => {
    const split = served.flatMap(({ ability, methods }) =>
      methods.map((method) => ({ ability, methods: [method.toLowerCase()] })),
    )
    expect(missingAbilities(abilities, split)).toEqual([])
  })

  it('names what is served beyond the contract, but not the methods HTTP adds by itself', () => {
    const rich = served.map((one) => ({ ...one, methods: [...one.methods, 'HEAD', 'OPTIONS'] }))
    expect(unexpectedAbilities(abilities, rich)).toEqual([])
    const more = [
      { ability: 'svc/suspend-site-v1', methods: ['GET'] },
      { ability: 'svc/dance-v1', methods: ['POST'] },
    ]
    expect(unexpectedAbilities(abilities, more)).toEqual([
      'svc/suspend-site-v1 answers GET, the contract says POST',
      'svc/dance-v1 is served but not in the contract',
    ])
  })
})

describe('routes', () => {
  it('leaves the names of placeholders free', () => {
    const renamed = routes.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, '{x}') }))
    expect(missingRoutes(routes, renamed)).toEqual([])
  })

  it('names a method that a path lacks', () => {
    const without = routes.filter((row) => !(row.method === 'PATCH' && row.path === '/clients/{id_or_email}/edit'))
    expect(missingRoutes(routes, without)).toEqual(['PATCH /clients/{id_or_email}/edit is not served'])
  })

  it('does not take a fixed segment for a placeholder', () => {
    const rows = routes.filter((row) => row.method === 'GET' && row.path === '/updates/ignored')
    expect(missingRoutes(rows, [{ method: 'GET', path: '/updates/{id_or_domain}' }])).toEqual([
      'GET /updates/ignored is not served',
    ])
  })
})
