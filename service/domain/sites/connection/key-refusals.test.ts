import { describe, expect, it } from 'vitest'
import { addKeyRefusal, areFinal, isKeyRetried, noRefusals } from './key-refusals.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 18) + hours * 3_600_000)

describe('refusals of a key', () => {
  it.each([
    ['one', [0], 1, false],
    ['three within an hour', [0, 0.2, 0.9], 1, false],
    ['three within a day', [0, 8, 16], 3, false],
    ['two over two days', [0, 48], 2, false],
    ['one and a burst a day later', [0, 24, 24.1, 24.2], 2, false],
    ['three over a day', [0, 12, 24], 3, true],
    ['every hour for a day', Array.from({ length: 25 }, (_, hour) => hour), 25, true],
    ['once a day', [0, 24, 48], 3, true],
  ])('%s', (_, hours, count, isFinal) => {
    const seen = hours.reduce<ReturnType<typeof addKeyRefusal>>(
      (before, hour) => addKeyRefusal(before, at(hour)),
      noRefusals,
    )
    expect(seen.key_refusals).toBe(count)
    expect(areFinal(seen, at(hours.at(-1) ?? 0))).toBe(isFinal)
  })
})

describe('the key of a disconnected site is tried at each sync', () => {
  const byService = {
    connection: 'disconnected',
    key_is_retried: true,
    private_key: 'sealed',
    disconnected_code: 'svc_registration_refused',
  } as const
  it.each([
    ['after repeated refusals', {}, true],
    ['after a failed reconnect by hand', { disconnected_code: 'svc_connection_failed' }, true],
    ['not without a key', { private_key: null }, false],
    ['not when a person disconnected it', { disconnected_code: 'svc_site_disconnected' }, false],
    ['not when its address changed', { disconnected_code: 'svc_address_changed' }, false],
    ['not after a failed takeover', { key_is_retried: false }, false],
    ['not while it is connected', { connection: 'connected' as const }, false],
  ])('%s', (_, change, expected) => {
    expect(isKeyRetried({ ...byService, ...change })).toBe(expected)
  })
})
