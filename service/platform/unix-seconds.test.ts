import { describe, expect, it } from 'vitest'
import { fromUnixSeconds, unixSeconds } from './unix-seconds.ts'

describe('unix seconds', () => {
  it('are whole and can be read back to the second', () => {
    const seconds = unixSeconds(new Date('2026-11-16T10:00:00.999Z'))
    expect(seconds).toBe(1_794_823_200)
    expect(fromUnixSeconds(seconds)).toEqual(new Date('2026-11-16T10:00:00Z'))
  })

  it('do not accept a plain number, which may be milliseconds', () => {
    // @ts-expect-error A number has no unit.
    expect(fromUnixSeconds(Date.UTC(2026, 0))).toBeInstanceOf(Date)
  })
})
