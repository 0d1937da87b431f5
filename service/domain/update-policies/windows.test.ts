import { describe, expect, it } from 'vitest'
import { findFreeze, nextWindow, openWindow } from './windows.ts'

const nights = [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '04:00' }]
const at = (text: string) => new Date(text)

describe('a window over midnight', () => {
  it.each([
    // Monday, 16 November 2026.
    ['2026-11-16T21:59:00Z', 'UTC', false],
    ['2026-11-16T22:00:00Z', 'UTC', true],
    ['2026-11-17T03:59:00Z', 'UTC', true],
    ['2026-11-17T04:00:00Z', 'UTC', false],
    // Saturday morning belongs to Friday, Sunday evening to no window.
    ['2026-11-21T01:00:00Z', 'UTC', true],
    ['2026-11-22T23:00:00Z', 'UTC', false],
    ['2026-11-23T01:00:00Z', 'UTC', false],
    ['2026-11-16T21:30:00Z', 'Europe/Berlin', true],
    ['2026-11-16T22:30:00Z', 'America/New_York', false],
  ])('at %s in %s is open: %s', (time, zone, open) => {
    expect(openWindow(nights, at(time), zone) !== null).toBe(open)
  })

  it('opens next in the time zone of the site', () => {
    expect(nextWindow(nights, at('2026-11-16T12:00:00Z'), 'Europe/Berlin')).toEqual(at('2026-11-16T21:00:00Z'))
    expect(nextWindow(nights, at('2026-11-21T12:00:00Z'), 'UTC')).toEqual(at('2026-11-23T22:00:00Z'))
    expect(nextWindow([], at('2026-11-21T12:00:00Z'), 'UTC')).toBe(null)
  })

  it('may be a whole day', () => {
    const sunday = [{ days: [0], from: '00:00', to: '00:00' }]
    expect(openWindow(sunday, at('2026-11-15T23:59:00Z'), 'UTC')).not.toBe(null)
    expect(openWindow(sunday, at('2026-11-16T00:00:00Z'), 'UTC')).toBe(null)
  })

  it('has its length when clocks change', () => {
    // In Berlin, clocks are set back at 3:00 on 25 October 2026.
    const night = [{ days: [6], from: '22:00', to: '04:00' }]
    expect(openWindow(night, at('2026-10-25T01:30:00Z'), 'Europe/Berlin')).not.toBe(null)
  })
})

it('a freeze includes its first and last day, in the time zone of the site', () => {
  const freezes = [{ from: '2026-12-15', to: '2027-01-05', note: 'Christmas' }]
  const frozen = (time: string, zone: string) => findFreeze(freezes, at(time), zone)?.note
  expect(frozen('2026-12-14T23:30:00Z', 'UTC')).toBe(undefined)
  expect(frozen('2026-12-14T23:30:00Z', 'Europe/Berlin')).toBe('Christmas')
  expect(frozen('2027-01-05T23:59:00Z', 'UTC')).toBe('Christmas')
  expect(frozen('2027-01-06T00:00:00Z', 'UTC')).toBe(undefined)
})
