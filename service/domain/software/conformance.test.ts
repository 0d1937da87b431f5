import { expect, it } from 'vitest'
import { abilityDifferences, routeDifferences } from '../../testing/contract-differences.ts'
import { softwareFeature } from './index.ts'

const ours = /^svc\/(get|activate|deactivate|delete)-(site-(plugins|themes?)|abandoned-(plugins|themes))-v1$/

it('has the plugin and theme abilities of the contract', () => {
  expect(abilityDifferences(softwareFeature, ({ ability }) => ours.test(ability))).toEqual([])
})

it('has the plugin and theme routes of the contract', () => expect(routeDifferences(softwareFeature)).toEqual([]))
