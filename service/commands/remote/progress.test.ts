import { expect, it } from 'vitest'
import { progressBar } from './progress.ts'

it.each([
  [0, 0, '[------------------------------]   0 %  0 of 0'],
  [1_850, 5_000, '[###########-------------------]  37 %  1,850 of 5,000'],
  // Not full before all are done.
  [4_999, 5_000, '[#############################-]  99 %  4,999 of 5,000'],
  [5_000, 5_000, '[##############################] 100 %  5,000 of 5,000'],
])('%i of %i', (done, total, expected) => {
  expect(progressBar(done, total)).toBe(expected)
})
