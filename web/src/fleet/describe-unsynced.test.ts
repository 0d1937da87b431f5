import { expect, it } from 'vitest'
import { describeUnsynced } from './describe-unsynced.ts'

it.each([
  [0, 0, 0, null],
  [1, 0, 0, '1 site was never synced.'],
  [2, 0, 0, '2 sites were never synced.'],
  [0, 1, 0, 'The last sync of 1 site failed.'],
  [0, 0, 1, '1 site is not connected.'],
  [2, 1_500, 3, '2 sites were never synced, the last sync of 1,500 sites failed, and 3 sites are not connected.'],
])('describes %d sites without a sync, %d failed syncs and %d disconnected sites', (never_synced, sync_failed, disconnected, text) => {
  expect(describeUnsynced({ never_synced, sync_failed, disconnected })).toBe(text)
})
