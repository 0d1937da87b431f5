import { describe, expect, it } from 'vitest'
import { hashPassword, isPasswordRight, isWeak } from './password-hash.ts'

const cheap = { power: 4, blockSize: 1, parallel: 1 }

describe('a password hash', () => {
  it('recognises its password and no other', async () => {
    const hash = await hashPassword('correct horse', cheap)
    expect(await isPasswordRight('correct horse', hash)).toBe(true)
    expect(await isPasswordRight('correct horse ', hash)).toBe(false)
  })

  it('differs each time', async () => {
    expect(await hashPassword('correct horse', cheap)).not.toBe(await hashPassword('correct horse', cheap))
  })

  it('takes the same characters for the same password, however a system encodes them', async () => {
    const hash = await hashPassword('caf\u00e9', cheap)
    expect(await isPasswordRight('cafe\u0301', hash)).toBe(true)
  })

  it('says whether it was made with less effort than today', async () => {
    expect(isWeak(await hashPassword('correct horse', cheap))).toBe(true)
    expect(isWeak(await hashPassword('correct horse'))).toBe(false)
  })

  it('is never right for nobody, whatever is tried', async () => {
    expect(await isPasswordRight('', undefined)).toBe(false)
  })

  it('that would take all memory is refused rather than computed', async () => {
    const huge = 'scrypt$24$8$1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
    await expect(isPasswordRight('x', huge)).rejects.toThrow(/memory limit/)
  })
})
