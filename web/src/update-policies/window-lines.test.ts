import { expect, it } from 'vitest'
import { formatFreeze, formatWindow, readFreeze, readWindow } from './window-lines.ts'

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
