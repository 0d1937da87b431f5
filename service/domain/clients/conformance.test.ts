import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { clientsFeature } from './index.ts'

it('offers the client abilities, and the client of a site, as the contract has them', () => {
  const differences = abilityDifferences(
    clientsFeature,
    ({ ability, category }) =>
      ability === 'svc/get-site-client-v1' || (category === 'svc-clients' && ability !== 'svc/get-client-costs-v1'),
  )
  expect(differences).toEqual([])
})

it('serves the client routes of the contract', () => expect(routeDifferences(clientsFeature)).toEqual([]))
