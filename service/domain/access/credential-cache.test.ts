import { describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { type CallerIdentity, createCredentialCache } from './credential-cache.ts'

const identity = (userId: number, expiresAt: Date | null = null): CallerIdentity => ({
  actor: systemActor(),
  userId,
  expiresAt,
  csrfToken: null,
})

function open({ size = 10, trusted = true } = {}) {
  const clock = new FakeClock()
  const state = { trusted, checks: 0 }
  const cache = createCredentialCache({ clock, size, lifetimeMs: 60_000, isTrusted: () => state.trusted })
  const find = (fingerprint: string, found = identity(1)) =>
    cache.find(fingerprint, 'here', async () => {
      state.checks++
      return found
    })
  return { clock, state, cache, find }
}

/** A check that runs until the test ends it. */
function slowly(found: CallerIdentity) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { load: () => promise.then(() => found), end: resolve }
}

describe('credential cache', () => {
  it('checks a credential once a minute', async () => {
    const { find, clock, state } = open()
    await find('a')
    await find('a')
    expect(state.checks).toBe(1)
    clock.advance(60_000)
    await find('a')
    expect(state.checks).toBe(2)
  })

  it('does not cache refusals', async () => {
    const { cache, find, state } = open()
    const refuse = () => cache.find('a', 'here', () => Promise.reject(new Error('no')))
    await expect(refuse()).rejects.toThrow('no')
    await find('a')
    expect(state.checks).toBe(1)
  })

  it('evicts the least recently used entry when it is full', async () => {
    const { find, state } = open({ size: 2 })
    await find('a')
    await find('b')
    await find('a')
    await find('c')
    expect(state.checks).toBe(3)
    await find('a')
    expect(state.checks).toBe(3)
    await find('b')
    expect(state.checks).toBe(4)
  })

  it('deletes the entries of one user and keeps the others', async () => {
    const { find, cache, state } = open()
    await find('a', identity(1))
    await find('b', identity(2))
    cache.deleteUser(1)
    await find('b', identity(2))
    expect(state.checks).toBe(2)
    await find('a', identity(1))
    expect(state.checks).toBe(3)
  })

  it('does not cache a check that started before a revocation and ended after it', async () => {
    const { cache, find, state } = open()
    const slow = slowly(identity(1))
    const first = cache.find('a', 'here', slow.load)
    cache.deleteUser(1)
    slow.end()
    await first
    await find('a')
    expect(state.checks).toBe(1)
  })

  it('does not share a check that started before a revocation', async () => {
    const { cache, find, state } = open()
    const slow = slowly(identity(1))
    const before = cache.find('a', 'here', slow.load)
    cache.deleteUser(1)
    const after = await find('a', identity(7))
    slow.end()
    expect(after.userId).toBe(7)
    expect((await before).userId).toBe(1)
    expect(state.checks).toBe(1)
  })

  it('checks once for simultaneous callers', async () => {
    const { find, state } = open()
    await Promise.all(Array.from({ length: 20 }, () => find('a')))
    expect(state.checks).toBe(1)
  })

  it('is not used while notices of revocations may be missed', async () => {
    const { find, state } = open({ trusted: false })
    await find('a')
    await find('a')
    expect(state.checks).toBe(2)
  })
})
