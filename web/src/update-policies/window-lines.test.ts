import { expect, it } from 'vitest'
import { formatFreeze, formatWave, formatWindow, readFreeze, readWave, readWindow } from './window-lines.ts'

it.each([
  ['Mon-Fri 22:00-04:00', { days: [1, 2, 3, 4, 5], from: '22:00', to: '04:00' }],
  ['sat,SUN 00:00-00:00', { days: [6, 0], from: '00:00', to: '00:00' }],
  ['Fri-Mon 01:00-02:00', { days: [5, 6, 0, 1], from: '01:00', to: '02:00' }],
  ['Someday 01:00-02:00', null],
  ['Mon 1-2', null],
])('reads the window %s', (line, window) => {
  expect(readWindow(line)).toEqual(window)
  if (window) expect(readWindow(formatWindow(window))).toEqual(window)
})

it.each([
  ['2026-12-15 to 2027-01-05 Christmas sale', { from: '2026-12-15', to: '2027-01-05', note: 'Christmas sale' }],
  ['2026-12-15 to 2026-12-15', { from: '2026-12-15', to: '2026-12-15', note: '' }],
  ['tomorrow', null],
])('reads the freeze %s', (line, freeze) => {
  expect(readFreeze(line)).toEqual(freeze)
  if (freeze) expect(readFreeze(formatFreeze(freeze))).toEqual(freeze)
})

it.each([
  ['1 site, 5 min, stop after 1', { sites: 1, soak_minutes: 5, max_failures: 1 }],
  ['10 %, 10 min, stop after 5 %', { percent: 10, soak_minutes: 10, max_failure_percent: 5 }],
  ['Rest', { soak_minutes: 0 }],
  ['12.5%, stop after 3', { percent: 12.5, soak_minutes: 0, max_failures: 3 }],
  ['1 site 5 min', null],
  ['some sites', null],
  ['rest, 5 hours', null],
])('reads the wave %s', (line, wave) => {
  expect(readWave(line)).toEqual(wave)
  if (wave) expect(readWave(formatWave(wave))).toEqual(wave)
})
