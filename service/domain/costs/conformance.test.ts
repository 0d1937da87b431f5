import { expect, it } from 'vitest'
import { readRouteRows } from '../../../spec/conformance.ts'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { costsRoom } from './index.ts'

it('offers the cost abilities as the contract has them', () => {
  const ofCosts = ({ ability }: { ability: string }) => /^svc\/get-(site|client)-costs-v1$/.test(ability)
  expect(abilityDifferences(costsRoom, ofCosts)).toEqual([])
})

it('serves the cost routes of the contract', () => expect(routeDifferences(costsRoom)).toEqual([]))

it('takes every field that the contract names for a route', () => {
  const routes = costsRoom.addresses.filter((address) => address.kind === 'route')
  const missing = readRouteRows()
    .filter(({ room, path }) => room === 'costs' && !path.endsWith('/batch'))
    .flatMap(({ method, path, params }) => {
      const { operation } = routes.find((route) => route.path === path && route.methods.includes(method as never))!
      return params.filter((field) => !Object.hasOwn(operation.input.shape, field)).map((field) => `${path} ${field}`)
    })
  expect(missing).toEqual([])
})
