import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { softwareFeature } from './index.ts'

const ours = /^svc\/(get|activate|deactivate|delete)-(site-(plugins|themes?)|abandoned-(plugins|themes))-v1$/

it('offers the plugin and theme abilities as the contract has them', () => {
  expect(abilityDifferences(softwareFeature, ({ ability }) => ours.test(ability))).toEqual([])
})

it('serves the plugin and theme routes of the contract', () => expect(routeDifferences(softwareFeature)).toEqual([]))
