import { describe, expect, it } from 'vitest'
import { isWithin, isWithinHours, nextFullHour, nextTimeOfDay } from './rule-hours.ts'

const at = (text: string) => new Date(text)

describe('isWithin', () => {
  it.each([
    ['2026-11-17T07:59:59Z', false],
    ['2026-11-17T08:00:00Z', true],
    ['2026-11-17T17:59:59Z', true],
    ['2026-11-17T18:00:00Z', false],
  ])('08:00 to 18:00 includes %s: %s', (time, expected) => {
    expect(isWithin({ from: '08:00', to: '18:00' }, at(time), 'UTC')).toBe(expected)
  })

  it.each([
    ['2026-11-17T21:59:00Z', false],
    ['2026-11-17T22:00:00Z', true],
    ['2026-11-18T06:59:00Z', true],
    ['2026-11-18T07:00:00Z', false],
  ])('22:00 to 07:00 includes %s: %s', (time, expected) => {
    expect(isWithin({ from: '22:00', to: '07:00' }, at(time), 'UTC')).toBe(expected)
  })

  it('uses the time zone', () => {
    expect(isWithin({ from: '08:00', to: '18:00' }, at('2026-11-17T07:30:00Z'), 'Europe/Berlin')).toBe(true)
  })
})

it('counts the hours after midnight to the day on which the period began', () => {
  // 2026-11-20 is a Friday.
  const friday = { days: [5], from: '22:00', to: '06:00' }
  expect(isWithinHours(friday, at('2026-11-21T03:00:00Z'), 'UTC')).toBe(true)
  expect(isWithinHours(friday, at('2026-11-20T03:00:00Z'), 'UTC')).toBe(false)
  expect(isWithinHours(friday, at('2026-11-20T23:00:00Z'), 'UTC')).toBe(true)
})

describe('nextTimeOfDay', () => {
  it.each([
    ['today', '2026-11-17T05:00:00Z', '2026-11-17T06:00:00Z'],
    ['tomorrow at the time itself', '2026-11-17T06:00:00Z', '2026-11-18T06:00:00Z'],
    ['across the end of summer time', '2026-10-24T06:00:00Z', '2026-10-25T06:00:00Z'],
    ['across the start of summer time', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ])('is %s in Berlin', (_, now, expected) => {
    expect(nextTimeOfDay(at(now), '07:00', 'Europe/Berlin')).toEqual(at(expected))
  })
})

it('finds the next full hour', () => {
  expect(nextFullHour(at('2026-11-17T05:00:00Z'))).toEqual(at('2026-11-17T06:00:00Z'))
  expect(nextFullHour(at('2026-11-17T05:59:59.999Z'))).toEqual(at('2026-11-17T06:00:00Z'))
})
