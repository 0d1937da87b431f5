import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import type { HostOutcome } from './host-backoff.ts'
import {
  defaultRateLimits,
  type RateLimitSettings,
  RateLimits,
  type RequestSlot,
  type RequestTarget,
} from './rate-limits.ts'

let clock: FakeClock
let settings: RateLimitSettings
let rateLimits: RateLimits
let started: string[]
let slots: RequestSlot[]
let refused: { host: string; code: string; retryAfterMs?: number }[]

beforeEach(() => {
  clock = new FakeClock()
  settings = { ...defaultRateLimits }
  rateLimits = new RateLimits({ clock, settings: () => settings })
  started = []
  slots = []
  refused = []
})

const settle = () => new Promise((resolve) => setImmediate(resolve))

async function enter(host: string, address = '192.0.2.1', options: Partial<RequestTarget> = {}): Promise<void> {
  rateLimits.enter({ host, address, ...options }).then(
    (slot) => {
      started.push(host)
      slots.push(slot)
    },
    (error) => refused.push({ host, code: error.code, retryAfterMs: error.retryAfterMs }),
  )
  await settle()
}

async function leave(outcome: HostOutcome = 'fine', retryAfterMs?: number): Promise<void> {
  slots.shift()!.leave(outcome, retryAfterMs)
  await settle()
}

async function advance(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  await settle()
}

describe('limits', () => {
  it('allow a maximum of concurrent calls', async () => {
    settings.maximumRequests = 3
    for (let n = 0; n < 5; n++) await enter(`h${n}`, `192.0.2.${n}`)
    expect(started).toEqual(['h0', 'h1', 'h2'])
    expect(rateLimits.counts).toMatchObject({ active: 3, waiting: 2 })
    await leave()
    expect(started).toEqual(['h0', 'h1', 'h2', 'h3'])
  })

  it('allow a maximum of concurrent calls to one address, without blocking others', async () => {
    for (let n = 0; n < 6; n++) await enter(`h${n}`)
    await enter('elsewhere', '192.0.2.9')
    expect(started).toEqual(['h0', 'h1', 'h2', 'h3', 'elsewhere'])
    await leave()
    expect(started.at(-1)).toBe('h4')
  })

  it('enforce a delay between any two calls', async () => {
    settings.minimumDelayMs = 200
    for (let n = 0; n < 3; n++) await enter(`h${n}`, `192.0.2.${n}`)
    expect(started).toEqual(['h0'])
    await advance(199)
    expect(started).toEqual(['h0'])
    await advance(1)
    expect(started).toEqual(['h0', 'h1'])
    await advance(200)
    expect(started).toEqual(['h0', 'h1', 'h2'])
  })

  it('enforce a delay between two calls to one address', async () => {
    settings.minimumDelayPerAddressMs = 1000
    for (const host of ['a', 'b']) await enter(host)
    await enter('elsewhere', '192.0.2.9')
    expect(started).toEqual(['a', 'elsewhere'])
    await advance(1000)
    expect(started).toEqual(['a', 'elsewhere', 'b'])
  })

  it('enforce that delay even when the address was idle in between', async () => {
    settings.minimumDelayPerAddressMs = 1000
    await enter('a')
    await leave()
    await advance(400)
    await enter('b')
    expect(started).toEqual(['a'])
    await advance(600)
    expect(started).toEqual(['a', 'b'])
  })

  it('apply at once when they are changed', async () => {
    settings.maximumRequestsPerAddress = 1
    settings.minimumDelayPerAddressMs = 5000
    for (const host of ['a', 'b', 'c']) await enter(host)
    expect(started).toEqual(['a'])
    settings = { ...settings, maximumRequestsPerAddress: 3, minimumDelayPerAddressMs: 0 }
    rateLimits.settingsChanged()
    await settle()
    expect(started).toEqual(['a', 'b', 'c'])
    settings = { ...settings, maximumRequests: 1 }
    await enter('d')
    await leave()
    await leave()
    expect(started).toEqual(['a', 'b', 'c'])
    await leave()
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('continue after the clock was set back', async () => {
    settings.minimumDelayMs = 100
    settings.minimumDelayPerAddressMs = 100
    await enter('a')
    clock.advance(-3_600_000)
    await enter('b')
    await advance(100)
    expect(started).toEqual(['a', 'b'])
  })
})

describe('fairness', () => {
  it('alternates between addresses: a long queue for one does not starve another', async () => {
    settings.maximumRequests = 1
    for (let n = 0; n < 4; n++) await enter('busy', '192.0.2.1')
    await enter('small', '192.0.2.2')
    for (let n = 0; n < 4; n++) await leave()
    expect(started).toEqual(['busy', 'busy', 'small', 'busy', 'busy'])
  })

  it('alternates between the hosts on one address, too', async () => {
    settings.maximumRequestsPerAddress = 1
    for (let n = 0; n < 4; n++) await enter('busy')
    await enter('small')
    for (let n = 0; n < 4; n++) await leave()
    expect(started).toEqual(['busy', 'busy', 'small', 'busy', 'busy'])
  })
})

describe('a failing host', () => {
  it('is called more slowly each time, one call at a time', async () => {
    await enter('slow')
    await leave('overloaded')
    await enter('slow')
    await enter('slow')
    expect(started).toHaveLength(1)
    await advance(999)
    expect(started).toHaveLength(1)
    await advance(1)
    expect(started).toHaveLength(2)
    await advance(60_000)
    expect(started).toHaveLength(2)
    await leave('overloaded')
    await advance(1999)
    expect(started).toHaveLength(2)
    await advance(1)
    expect(started).toHaveLength(3)
  })

  it('is called faster again when it answers', async () => {
    await enter('slow')
    await leave('overloaded')
    await advance(1000)
    await enter('slow')
    await leave('overloaded')
    await advance(2000)
    for (const delay of [1000, 500]) {
      await enter('slow')
      const before = started.length
      await leave('fine')
      await enter('slow')
      expect(started).toHaveLength(before)
      await advance(2000)
      expect(started).toHaveLength(before + 1)
      await leave('indifferent')
      await advance(delay)
    }
    await enter('slow')
    await leave('fine')
    for (let n = 0; n < 4; n++) await enter('slow')
    expect(slots).toHaveLength(4)
  })

  it('does not slow down other hosts on the same address', async () => {
    await enter('slow')
    await leave('overloaded', 60_000)
    await enter('slow')
    await enter('other')
    expect(started).toEqual(['slow', 'other'])
  })

  it('gets the pause it requests, up to a limit', async () => {
    await enter('tired')
    await leave('overloaded', 30_000)
    await enter('tired')
    await advance(29_999)
    expect(started).toHaveLength(1)
    await advance(1)
    expect(started).toHaveLength(2)
    await leave('overloaded', 24 * 3_600_000)
    await enter('tired', '192.0.2.1', { maxWaitMs: 24 * 3_600_000 })
    await advance(120_000)
    expect(started).toHaveLength(3)
  })

  it('rejects calls that do not wait that long, also queued ones', async () => {
    settings.maximumRequestsPerAddress = 1
    await enter('tired')
    await enter('tired')
    await leave('overloaded', 90_000)
    expect(refused).toEqual([{ host: 'tired', code: 'host_paused', retryAfterMs: 90_000 }])
    await enter('tired', '192.0.2.1', { maxWaitMs: 1000 })
    expect(refused).toHaveLength(2)
    expect(rateLimits.counts).toEqual({ active: 0, waiting: 0, addresses: 0 })
  })

  it('rejects an impatient call at once, even behind a patient one', async () => {
    await enter('tired')
    await leave('overloaded', 90_000)
    await enter('tired', '192.0.2.1', { maxWaitMs: 100_000 })
    await enter('tired', '192.0.2.1', { maxWaitMs: 1000 })
    expect(refused).toEqual([{ host: 'tired', code: 'host_paused', retryAfterMs: 90_000 }])
    expect(rateLimits.counts.waiting).toBe(1)
  })

  it('is reset after ten minutes without calls', async () => {
    await enter('slow')
    await leave('overloaded')
    await advance(600_000)
    await enter('slow')
    await leave('overloaded')
    await enter('slow')
    await advance(1000)
    expect(started).toHaveLength(3)
  })
})

describe('waiting', () => {
  it('can be cancelled, and the slot goes to the next call', async () => {
    settings.maximumRequests = 1
    const controller = new AbortController()
    await enter('a')
    await enter('b', '192.0.2.2', { signal: controller.signal })
    await enter('c', '192.0.2.3')
    controller.abort()
    await settle()
    expect(refused).toMatchObject([{ host: 'b', code: 'aborted' }])
    await leave()
    expect(started).toEqual(['a', 'c'])
  })

  it('counts a slot that is released twice only once', async () => {
    await enter('a')
    await enter('b')
    const [first] = slots
    first!.leave('fine')
    first!.leave('fine')
    expect(rateLimits.counts.active).toBe(1)
  })

  it('leaves nothing behind when all calls have ended', async () => {
    settings.minimumDelayPerAddressMs = 100
    for (let n = 0; n < 50; n++) await enter(`h${n}`, `192.0.2.${n}`)
    while (slots.length > 0) await leave()
    await advance(100)
    expect(rateLimits.counts).toEqual({ active: 0, waiting: 0, addresses: 0 })
  })

  // A linear search of all waiting calls would take ten billion steps.
  it('handles a hundred thousand calls', async () => {
    let done = 0
    const calls = Array.from({ length: 100_000 }, async (_, n) => {
      const slot = await rateLimits.enter({ host: `h${n % 10_000}`, address: `192.0.${(n >> 8) % 256}.${n % 256}` })
      done++
      slot.leave('fine')
    })
    await Promise.all(calls)
    expect(done).toBe(100_000)
    expect(rateLimits.counts).toEqual({ active: 0, waiting: 0, addresses: 0 })
  })
})
