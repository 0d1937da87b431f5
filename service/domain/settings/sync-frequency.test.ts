import { expect, it } from 'vitest'
import type { Settings } from '../../operation/settings.ts'
import { minutesBetweenSyncs } from './sync-frequency.ts'

it.each([
  [1, 1440],
  [2, 720],
  [12, 120],
])('%i syncs a day are %i minutes apart', (frequency_daily_update, minutes) => {
  const settings = { get: () => ({ frequency_daily_update }) } as unknown as Settings
  expect(minutesBetweenSyncs(settings)).toBe(minutes)
})
