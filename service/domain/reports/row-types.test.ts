import { expect, it } from 'vitest'
import { miscellaneous, rowTypes, typesOfSegments } from './row-types.ts'
import { type SegmentName, segmentOf } from './segment-list.ts'

it('the same words never lead to two lines', () => {
  const words = rowTypes.map(([each]) => each)
  expect(words.filter((each, place) => words.indexOf(each) !== place)).toEqual([])
})

it('every line belongs to a segment and to one of its actions', () => {
  const all = [...rowTypes, ...Object.entries(miscellaneous).map(([type, action]) => [type, 'misc', action] as const)]
  for (const [, segment, action] of all) {
    expect(segmentOf(segment as SegmentName).actions).toContain(action)
    expect(Object.keys(typesOfSegments)).toContain(segment)
  }
})
