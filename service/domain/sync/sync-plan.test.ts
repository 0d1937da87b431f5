import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { isPremiumCheckDue, partsToRead, type SyncOccasion } from './sync-plan.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (hours: number) => unixSeconds(new Date(now.getTime() - hours * 3_600_000))
const plan = (how: SyncOccasion['how'], readAt: SyncOccasion['readAt'], changes = true) =>
  partsToRead({ now, how, readAt, changes })

describe('a scheduled sync', () => {
  it('reads only the frequent parts while nothing else is due', () => {
    expect(plan('scheduled', { security: ago(1), health: ago(1), users: ago(1) })).toEqual([
      'coreUpdate',
      'pluginUpdates',
      'themeUpdates',
      'translationUpdates',
      'plugins',
      'themes',
      'changes',
    ])
  })

  it('reads due parts, also a little early', () => {
    const parts = plan('scheduled', { security: ago(5.75), health: ago(11), users: ago(25) })
    expect(parts).toEqual(expect.arrayContaining(['security', 'users']))
    expect(parts).not.toContain('health')
  })

  it('reads everything of a site that was never read', () => {
    expect(plan('scheduled', {})).toEqual(expect.arrayContaining(['security', 'health', 'users']))
  })

  it('does not request changes while the change log is off', () => {
    expect(plan('scheduled', {}, false)).not.toContain('changes')
  })
})

it('a sync by hand reads the small parts always, and users only when they are due', () => {
  const parts = plan('by hand', { security: ago(0), health: ago(0), users: ago(1) })
  expect(parts).toEqual(expect.arrayContaining(['security', 'health']))
  expect(parts).not.toContain('users')
})

it('a full sync reads everything', () => {
  expect(plan('full', { security: ago(0), health: ago(0), users: ago(0) })).toEqual(
    expect.arrayContaining(['security', 'health', 'users', 'changes']),
  )
})

it('opens the plugins page daily from the second day on, and in a full sync', () => {
  const isDue = (how: SyncOccasion['how'], readAt: SyncOccasion['readAt']) =>
    isPremiumCheckDue({ how, readAt }, plan(how, readAt))
  expect(isDue('scheduled', {})).toBe(false)
  expect(isDue('scheduled', { users: ago(1) })).toBe(false)
  expect(isDue('scheduled', { users: ago(24) })).toBe(true)
  expect(isDue('by hand', { users: ago(24) })).toBe(false)
  expect(isDue('full', {})).toBe(true)
})
