import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type KeyPair, keyPool, sharedKeySource } from './key-source.ts'

describe('a pool of key pairs', () => {
  const counted = () => {
    let made = 0
    const make = async (): Promise<KeyPair> => ({ privateKeyPem: `private ${++made}`, publicKeyPem: `public ${made}` })
    return { make, made: () => made }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('has some ready and refills when one is taken', async () => {
    const { make, made } = counted()
    const pool = keyPool(2, make)
    await settled()
    expect(made()).toBe(2)
    expect((await pool.take()).publicKeyPem).toBe('public 1')
    await settled()
    expect(made()).toBe(3)
  })

  it('never returns a pair twice under concurrent calls', async () => {
    const pool = keyPool(1, counted().make)
    const taken = await Promise.all(Array.from({ length: 6 }, () => pool.take()))
    expect(new Set(taken.map(({ publicKeyPem }) => publicKeyPem)).size).toBe(6)
  })

  it('rejects when generation fails, and tries again for the next call', async () => {
    let broken = true
    const { make } = counted()
    const pool = keyPool(0, async () => {
      if (broken) throw new Error('no randomness')
      return make()
    })
    await expect(pool.take()).rejects.toThrow('no randomness')
    broken = false
    await expect(pool.take()).resolves.toBeDefined()
  })

  it('returns nothing after it was closed', async () => {
    const pool = keyPool(1, counted().make)
    pool.close()
    await expect(pool.take()).rejects.toThrow('closed')
  })

  it('generates RSA pairs of 2048 bits in the formats that sites read', async () => {
    const pool = keyPool(0)
    const { privateKeyPem, publicKeyPem } = await pool.take()
    expect(publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(createPublicKey(publicKeyPem).asymmetricKeyDetails).toEqual({ modulusLength: 2048, publicExponent: 65537n })
    expect(createPublicKey(createPrivateKey(privateKeyPem)).export({ type: 'spki', format: 'pem' })).toBe(publicKeyPem)
    pool.close()
  })
})

it('a shared source returns the same few pairs in rotation', async () => {
  const source = sharedKeySource(2)
  const [first, second, third] = [await source.take(), await source.take(), await source.take()]
  expect(first).not.toBe(second)
  expect(third).toBe(first)
  expect(await sharedKeySource(2).take()).toBe(first)
  const apart = sharedKeySource(2, 2)
  for (const pair of [await apart.take(), await apart.take()]) expect([first, second]).not.toContain(pair)
})
