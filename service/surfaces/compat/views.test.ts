import { expect, it } from 'vitest'
import { addresses, operations } from '../../catalogue.ts'
import { views } from './views.ts'

const routes = new Set(
  addresses.flatMap((address) => (address.kind === 'route' ? [`${address.methods.join('|')} ${address.path}`] : [])),
)

it('every view is of a route that exists', () => {
  expect(Object.keys(views).filter((address) => !routes.has(address))).toEqual([])
})

it('every operation that a view names exists', () => {
  const known = new Set(operations.map(({ name }) => name))
  const named = Object.values(views).flatMap(({ operation }) => (operation === undefined ? [] : [operation]))
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
