import { expect, it } from 'vitest'
import { miscellaneous, rowTypes, typesOfSegments } from './row-types.ts'
import { type SegmentName, segmentOf } from './segments.ts'

it('has every label once', () => {
  const labels = rowTypes.map(([each]) => each)
  expect(labels.filter((each, index) => labels.indexOf(each) !== index)).toEqual([])
})

it('has only existing segments and actions', () => {
  const all = [...rowTypes, ...Object.entries(miscellaneous).map(([type, action]) => [type, 'misc', action] as const)]
  for (const [, segment, action] of all) {
    expect(segmentOf(segment as SegmentName).actions).toContain(action)
    expect(Object.keys(typesOfSegments)).toContain(segment)
  }
})
