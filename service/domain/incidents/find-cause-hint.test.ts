import { expect, it } from 'vitest'
import { findCauseHint } from './find-cause-hint.ts'
import type { ChangeBefore } from './handling-store.ts'

const startedAt = new Date('2026-11-15T09:00:00Z')
const change = (minutesBefore: number, more: Partial<ChangeBefore> = {}): ChangeBefore => ({
  id: minutesBefore,
  at: new Date(startedAt.getTime() - minutesBefore * 60_000),
  source: 'flotilla',
  type: 'plugin',
  action: 'updated',
  item: 'WooCommerce',
  description: 'WooCommerce updated from 9.1 to 9.2',
  user_name: 'ada',
  outcome: 'done',
  ...more,
})
const hint = (changes: ChangeBefore[], sameHostSites = 0) => findCauseHint({ startedAt, changes, sameHostSites })

it('names the last update before the begin', () => {
  expect(hint([change(4)])).toBe('WooCommerce was updated 4 minutes before.')
  expect(hint([change(1), change(90, { item: 'Akismet' })])).toBe('WooCommerce was updated 1 minute before.')
  expect(hint([change(0)])).toBe('WooCommerce was updated less than a minute before.')
  expect(hint([change(300)])).toBe('WooCommerce was updated 5 hours before.')
})

it('prefers an update over a later change of another kind', () => {
  const login = change(2, { action: 'login', item: '', description: 'eve logged in', user_name: 'eve', source: 'site' })
  expect(hint([login, change(10)])).toBe('WooCommerce was updated 10 minutes before.')
  expect(hint([login])).toBe('“eve logged in” (eve) was recorded 2 minutes before.')
})

it('ignores changes after the begin and failed ones', () => {
  expect(hint([change(-5), change(3, { outcome: 'failed' })])).toBeNull()
})

it('names an update whose outcome is unknown', () => {
  expect(hint([change(3, { action: 'update-in-doubt', outcome: 'unknown' })])).toBe(
    'An update of WooCommerce was started 3 minutes before.',
  )
})

it('names other sites at the same address first', () => {
  expect(hint([change(4)], 12)).toBe('12 other sites at the same address went down at the same time.')
  expect(hint([change(4)], 1)).toBe('WooCommerce was updated 4 minutes before.')
})
