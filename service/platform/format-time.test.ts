import { describe, expect, it } from 'vitest'
import { formatTime } from './format-time.ts'

const at = new Date('2026-03-01T23:05:09Z')

describe('a pattern', () => {
  it.each([
    ['F j, Y', 'March 1, 2026'],
    ['g:i a', '11:05 pm'],
    ['Y-m-d H:i:s', '2026-03-01 23:05:09'],
    ['D, d M y', 'Sun, 01 Mar 26'],
    ['l jS \\o\\f F', 'Sunday 1st of March'],
    ['n/j/Y G:i A', '3/1/2026 23:05 PM'],
    ['h \\o\\c\\l\\o\\c\\k', '11 oclock'],
    ['N w U e T P', '7 0 1772406309 UTC UTC +00:00'],
    ['c', '2026-03-01T23:05:09+00:00'],
    ['Q – ü', 'Q – ü'],
    ['\\', '\\'],
    ['', ''],
  ])('%j is %j', (pattern, written) => {
    expect(formatTime(pattern, at, 'UTC')).toBe(written)
  })

  it.each([
    [1, 'st'],
    [2, 'nd'],
    [3, 'rd'],
    [4, 'th'],
    [11, 'th'],
    [12, 'th'],
    [13, 'th'],
    [21, 'st'],
    [22, 'nd'],
    [31, 'st'],
  ])('day %i ends in %s', (day, ending) => {
    expect(formatTime('jS', new Date(Date.UTC(2026, 0, day)), 'UTC')).toBe(`${day}${ending}`)
  })

  it.each([
    ['00:00', '12:00 am 0'],
    ['12:00', '12:00 pm 12'],
  ])('%s is %s', (time, written) => {
    expect(formatTime('g:i a G', new Date(`2026-01-01T${time}:00Z`), 'UTC')).toBe(written)
  })
})

describe('a time zone', () => {
  it.each([
    ['UTC+5.5', '2026-03-02 04:35 +05:30'],
    ['UTC-3', '2026-03-01 20:05 -03:00'],
    ['Europe/Berlin', '2026-03-02 00:05 +01:00'],
    ['nowhere', '2026-03-01 23:05 +00:00'],
  ])('%s shows %s', (zone, written) => {
    expect(formatTime('Y-m-d H:i P', at, zone)).toBe(written)
  })

  it('knows summer', () => {
    expect(formatTime('H:i P', new Date('2026-07-01T10:00:00Z'), 'Europe/Berlin')).toBe('12:00 +02:00')
  })
})
