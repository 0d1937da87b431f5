import { expect, it } from 'vitest'
import { runTitle } from './job-outcomes.ts'

it.each([
  ['completed', 'succeeded', 1, 1, 'Site updated'],
  ['completed', 'succeeded', 1_200, 1_200, 'All 1,200 sites updated'],
  ['completed', 'partial', 3, 8, '3 of 8 sites updated'],
  ['failed', 'failed', 0, 1, '0 of 1 site updated'],
  ['completed', 'nothing_to_do', 2, 2, 'Nothing to update'],
  ['completed', 'unknown', 0, 2, 'Outcome of the updates unknown'],
  ['cancelled', 'partial', 1, 2, 'Stopped: 1 of 2 sites updated'],
])('a run that is %s with outcome %s, %d of %d, is titled “%s”', (status, outcome, succeeded, total, title) => {
  expect(runTitle({ status, outcome, succeeded, total })).toBe(title)
})
