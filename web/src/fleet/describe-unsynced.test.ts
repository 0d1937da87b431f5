import { expect, it } from 'vitest'
import { describeUnsynced } from './describe-unsynced.ts'

it.each([
  [0, 0, null],
  [1, 0, '1 site was never synced.'],
  [2, 0, '2 sites were never synced.'],
  [0, 1, 'The last sync of 1 site failed.'],
  [2, 1_500, '2 sites were never synced, and the last sync of 1,500 sites failed.'],
])('describes %d sites that were never synced and %d failed syncs', (never_synced, sync_failed, text) => {
  expect(describeUnsynced({ never_synced, sync_failed })).toBe(text)
})
