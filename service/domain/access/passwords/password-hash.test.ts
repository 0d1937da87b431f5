import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { productionPasswordCost } from '../../../platform/password-cost.ts'
import { hashPassword, isPasswordRight, isWeak } from './password-hash.ts'

const cheap = { power: 4, blockSize: 1, parallel: 1 }

describe('password hash', () => {
  it('accepts its password and no other', async () => {
    const hash = await hashPassword('correct horse', cheap)
    expect(await isPasswordRight('correct horse', hash, cheap)).toBe(true)
    expect(await isPasswordRight('correct horse ', hash, cheap)).toBe(false)
  })

  it('differs each time', async () => {
    expect(await hashPassword('correct horse', cheap)).not.toBe(await hashPassword('correct horse', cheap))
  })

  it('accepts the same characters in another Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9', cheap)
    expect(await isPasswordRight('cafe\u0301', hash, cheap)).toBe(true)
  })

  it('is weak when its cost is lower than the current one', async () => {
    const hash = await hashPassword('correct horse', cheap)
    expect(isWeak(hash, cheap)).toBe(false)
    for (const raised of [{ power: 5 }, { blockSize: 2 }, { parallel: 2 }]) {
      expect(isWeak(hash, { ...cheap, ...raised })).toBe(true)
    }
    expect(isWeak('scrypt$15$8$1$c2FsdA$aGFzaA', productionPasswordCost)).toBe(true)
    expect(isWeak('scrypt$15$8$3$c2FsdA$aGFzaA', productionPasswordCost)).toBe(false)
  })

  it('is never right without a stored hash', async () => {
    expect(await isPasswordRight('', undefined, cheap)).toBe(false)
  })

  it('is refused when it would exceed the memory limit', async () => {
    const huge = 'scrypt$24$8$1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
    await expect(isPasswordRight('x', huge, cheap)).rejects.toThrow(/memory limit/)
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect(createPrivateKey(privateKey).type, 'a key is still readable afterwards').toBe('private')
  })
})
