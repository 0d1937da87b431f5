import { describe, expect, it } from 'vitest'
import { looksForPremium, type Occasion, partsToRead } from './sync-plan.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (hours: number) => now.getTime() / 1000 - hours * 3600
const plan = (how: Occasion['how'], readAt: Record<string, number>, changes = true) =>
  partsToRead({ now, how, readAt, changes })

describe('the timetable', () => {
  it('reads the short list while nothing else is due', () => {
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

  it('reads what is due, also when it comes a little early', () => {
    const parts = plan('scheduled', { security: ago(5.75), health: ago(11), users: ago(25) })
    expect(parts).toEqual(expect.arrayContaining(['security', 'users']))
    expect(parts).not.toContain('health')
  })

  it('reads everything of a site it knows nothing about', () => {
    expect(plan('scheduled', {})).toEqual(expect.arrayContaining(['security', 'health', 'users']))
  })

  it('does not ask for changes that nobody keeps', () => {
    expect(plan('scheduled', {}, false)).not.toContain('changes')
  })
})

it('a person gets what is light in any case, and users only when they are due', () => {
  const parts = plan('by hand', { security: ago(0), health: ago(0), users: ago(1) })
  expect(parts).toEqual(expect.arrayContaining(['security', 'health']))
  expect(parts).not.toContain('users')
})

it('a full sync reads all of it', () => {
  expect(plan('full', { security: ago(0), health: ago(0), users: ago(0) })).toEqual(
    expect.arrayContaining(['security', 'health', 'users', 'changes']),
  )
})

it('opens the page of plugins daily from the second day on, and when everything is wanted', () => {
  const looks = (how: Occasion['how'], readAt: Record<string, number>) =>
    looksForPremium({ how, readAt }, plan(how, readAt))
  expect(looks('scheduled', {})).toBe(false)
  expect(looks('scheduled', { users: ago(1) })).toBe(false)
  expect(looks('scheduled', { users: ago(24) })).toBe(true)
  expect(looks('by hand', { users: ago(24) })).toBe(false)
  expect(looks('full', {})).toBe(true)
})
