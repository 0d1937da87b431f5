import { expect, it } from 'vitest'
import { clientsOfLimits, includesNewSite, intersectLimits, limitsOf, tagsOfLimits } from './limits.ts'

const none = { site_ids: null, tag_ids: null, client_ids: null }
const limits = (sites: number[], tags: number[] = [], clients: number[] = []) => ({ sites, tags, clients })

it.each([
  [none, null],
  [{ ...none, site_ids: [1] }, limits([1])],
  [{ ...none, tag_ids: [2] }, limits([], [2])],
  [{ ...none, client_ids: [3] }, limits([], [], [3])],
  [{ ...none, client_ids: [] }, limits([])],
])('the limits of %j', (columns, expected) => {
  expect(limitsOf(columns)).toEqual(expected)
})

it('a limited key of a limited owner sees what both may see', () => {
  const [own, owner] = [limits([1], [2, 3], [4, 5]), limits([9], [3], [5])]
  expect(intersectLimits(null, null)).toBe(null)
  expect(intersectLimits(own, null)).toEqual(own)
  expect(intersectLimits(null, owner)).toEqual(owner)
  const both = intersectLimits(own, owner)!
  expect(both).toEqual({ ...own, within: owner })
  expect([tagsOfLimits(both), clientsOfLimits(both)]).toEqual([[3], [5]])
  expect([tagsOfLimits(own), clientsOfLimits(own)]).toEqual([
    [2, 3],
    [4, 5],
  ])
})

it.each([
  [limits([1], [2], [3]), { clientId: null, tagIds: [] }, false],
  [limits([1], [2], [3]), { clientId: null, tagIds: [7, 2] }, true],
  [limits([1], [2], [3]), { clientId: 3, tagIds: [] }, true],
  [limits([1], [2], [3]), { clientId: 4, tagIds: [] }, false],
  [{ ...limits([], [2]), within: limits([], [], [3]) }, { clientId: null, tagIds: [2] }, false],
  [{ ...limits([], [2]), within: limits([], [], [3]) }, { clientId: 3, tagIds: [2] }, true],
])('limits %j include a new site %j: %s', (given, site, expected) => {
  expect(includesNewSite(given, site)).toBe(expected)
})
