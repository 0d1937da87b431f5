import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { clientsFeature } from './index.ts'

it('has the client abilities of the contract, and the client of a site', () => {
  const differences = abilityDifferences(
    clientsFeature,
    ({ ability, category }) =>
      ability === 'svc/get-site-client-v1' || (category === 'svc-clients' && ability !== 'svc/get-client-costs-v1'),
  )
  expect(differences).toEqual([])
})

it('has the client routes of the contract', () => expect(routeDifferences(clientsFeature)).toEqual([]))
