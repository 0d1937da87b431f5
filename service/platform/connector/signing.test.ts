import { sign as signInPlace } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedKeySource } from './key-source.ts'
import { keyOf } from './parts/registration.ts'
import { createSigner } from './signing.ts'

describe('signing', () => {
  it('opens a key once and caches the last used ones', async () => {
    const { privateKeyPem } = await sharedKeySource(2).take()
    const opened: string[] = []
    const key = (id: string) => ({
      id,
      open() {
        opened.push(id)
        return privateKeyPem
      },
    })
    const signer = createSigner(2)
    await signer.sign(key('a'), 'x')
    await signer.sign(key('b'), 'x')
    await signer.sign(key('a'), 'x')
    await signer.sign(key('c'), 'x')
    await signer.sign(key('a'), 'x')
    expect(opened).toEqual(['a', 'b', 'c'])
    await signer.sign(key('b'), 'x')
    signer.forget(key('b'))
    await signer.sign(key('b'), 'x')
    expect(opened).toEqual(['a', 'b', 'c', 'b', 'b'])
  })

  it('opens a key again when it could not be opened', async () => {
    const { privateKeyPem } = await sharedKeySource(2).take()
    const pems = ['broken', privateKeyPem]
    const key = { id: 'a', open: async () => pems.shift()! }
    const signer = createSigner(2)
    await expect(signer.sign(key, 'x')).rejects.toThrow()
    await expect(signer.sign(key, 'x')).resolves.toMatchObject({ signature: expect.any(String) })
  })

  it('does not block the event loop', async () => {
    const pair = await sharedKeySource(2).take()
    const signer = createSigner(2)
    await signer.sign(keyOf(pair), 'warm')
    const count = 100
    const own = await loopTimeOf(() =>
      Promise.all(Array.from({ length: count }, () => signer.sign(keyOf(pair), 'stats'))),
    )
    const withUpdateSlot = await loopTimeOf(async () => {
      for (let round = 0; round < count; round++) signInPlace('sha256', Buffer.from('stats'), pair.privateKeyPem)
    })
    expect(own).toBeLessThan(withUpdateSlot / 2)
  })
})

/** Milliseconds for which the event loop was busy; other threads do not count. */
async function loopTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  // Utilization is updated once per iteration of the loop.
  await new Promise((resolve) => setImmediate(resolve))
  return performance.eventLoopUtilization(before).active
}
