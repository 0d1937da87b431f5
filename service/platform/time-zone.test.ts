import { expect, it } from 'vitest'
import { readTimeZone } from './time-zone.ts'

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['america/new_york', 'America/New_York'],
  ['UTC', 'UTC'],
  ['UTC+0', 'UTC'],
  ['UTC-0', 'UTC'],
  ['UTC+2', '+02:00'],
  ['UTC-11', '-11:00'],
  ['UTC+5.5', '+05:30'],
  ['UTC+5:30', '+05:30'],
  ['UTC+12.75', '+12:45'],
  ['UTC+14', '+14:00'],
])('%s is %s', (text, zone) => {
  expect(readTimeZone(text)).toBe(zone)
})

it.each(['', 'Mars/Olympus', 'UTC+15', 'UTC-13', 'UTC+5.3', 'UTC+', '+05:30', 'Europe/Berlin ', '../etc', 'UTC+5:60'])(
  '%j is none',
  (text) => {
    expect(readTimeZone(text)).toBeNull()
  },
)
