import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Beat, beatStatuses } from './beat.ts'
import { packBeat, packDay, unpackDay, unpackHour } from './pack-beats.ts'

const hour = new Date('2026-11-15T09:00:00Z')
const day = new Date('2026-11-15T00:00:00Z')
const milliseconds = fc.integer({ min: 0, max: 5_400_000 })

const anyBeat = (from: Date, seconds: number): fc.Arbitrary<Beat> =>
  fc.record({
    at: fc.integer({ min: 0, max: seconds - 1 }).map((second) => new Date(from.getTime() + second * 1000)),
    status: fc.constantFrom(...beatStatuses),
    statusChanged: fc.boolean(),
    code: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 599 })),
    ms: milliseconds,
    dnsMs: milliseconds,
    connectMs: milliseconds,
    tlsMs: milliseconds,
    firstByteMs: milliseconds,
    message: fc.oneof(fc.constant(''), fc.string({ maxLength: 60, unit: 'grapheme' })),
  })

describe('an hour', () => {
  it('returns the appended checks', () => {
    fc.assert(
      fc.property(fc.array(anyBeat(hour, 3600), { maxLength: 30 }), (beats) => {
        const packed = Buffer.concat(beats.map((beat) => packBeat(beat, hour)))
        expect(unpackHour(packed, hour)).toEqual(beats)
      }),
    )
  })
})

describe('a day', () => {
  it('returns the same checks without phases', () => {
    fc.assert(
      fc.property(fc.array(anyBeat(day, 86_400), { maxLength: 50 }), (unsorted) => {
        const beats = unsorted.sort((a, b) => a.at.getTime() - b.at.getTime())
        const phaseless = beats.map((beat) => ({
          ...beat,
          dnsMs: null,
          connectMs: null,
          tlsMs: null,
          firstByteMs: null,
        }))
        expect(unpackDay(packDay(beats, day), day)).toEqual(phaseless)
      }),
    )
  })

  it('with a check every minute takes less than 4 kB', () => {
    const beats = Array.from({ length: 1440 }, (_, index): Beat => {
      // Varies like real response times.
      const ms = 120 + ((index * 7919) % 311)
      const phases = {
        dnsMs: 0,
        connectMs: 20 + (index % 13),
        tlsMs: 41 + (index % 17),
        firstByteMs: 60 + (index % 59),
      }
      return {
        at: new Date(day.getTime() + index * 60_000),
        status: 'up',
        code: 200,
        ms,
        ...phases,
        statusChanged: false,
        message: '',
      }
    })
    expect(packDay(beats, day).length).toBeLessThan(4_000)
    const hours = beats.slice(0, 60).map((beat) => packBeat(beat, day))
    expect(Buffer.concat(hours).length).toBeLessThan(60 * 12)
  })
})

it('returns the readable checks when bytes are missing', () => {
  const phases = { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0 }
  const beat: Beat = { at: hour, status: 'up', code: 200, ms: 300, ...phases, statusChanged: false, message: '' }
  const packed = Buffer.concat([packBeat(beat, hour), packBeat(beat, hour)])
  expect(unpackHour(packed.subarray(0, -2), hour)).toEqual([beat])
})
