import { expect, it } from 'vitest'
import { describeUnsynced } from './describe-unsynced.ts'

const none = { never_synced: 0, sync_failed: 0, disconnected: 0, stale: 0 }

it.each([
  [{}, null],
  [{ never_synced: 1 }, '1 site was never synced.'],
  [{ never_synced: 2 }, '2 sites were never synced.'],
  [{ sync_failed: 1 }, 'The last sync of 1 site failed.'],
  [{ disconnected: 1 }, '1 site is not connected.'],
  [{ stale: 2 }, '2 sites were not synced for longer than planned.'],
  [
    { never_synced: 2, sync_failed: 1_500, disconnected: 3 },
    '2 sites were never synced, the last sync of 1,500 sites failed, and 3 sites are not connected.',
  ],
])('describes %j', (changes, text) => {
  const { stale, ...counts } = { ...none, ...changes }
  expect(describeUnsynced({ ...counts, by_condition: { stale } })).toBe(text)
})
