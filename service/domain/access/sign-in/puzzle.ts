import { hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignInPuzzles } from '../../../operation/credentials.ts'
import type { Clock } from '../../../platform/clock.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { networkOfAddress } from '../passwords/failure-limit.ts'

/** About 260,000 hashes: a second in a browser, two in a slow one. */
const bits = 18
const lifetimeMs = 5 * 60_000
const maxLength = 200

/**
 * Puzzles for people who sign in while many do. `<bits>.<expires>.<random>.<seal>` is solved by a text after one more dot
 * that makes the SHA-256 of the whole begin with so many zero bits. Nothing is stored: the seal has the network, of which the
 * failed sign-ins are counted, so that a solution used again gains nothing.
 */
export function createPuzzles({ hashingKey, clock }: { hashingKey: KeyObject; clock: Clock }): SignInPuzzles {
  const seal = (text: string, address: string | null) =>
    keyedHash(hashingKey, 'sign-in puzzle', `${text} ${networkOfAddress(address)}`)
  return {
    create(address) {
      const text = `${bits}.${clock.now().getTime() + lifetimeMs}.${randomBytes(12).toString('base64url')}`
      return `${text}.${seal(text, address)}`
    },
    isSolved(solution, address) {
      if (!solution || solution.length > maxLength) return false
      const [zeros, expires, random, given, answer, ...others] = solution.split('.')
      if (!given || answer === undefined || others.length > 0) return false
      const expected = Buffer.from(seal(`${zeros}.${expires}.${random}`, address))
      const presented = Buffer.from(given)
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return false
      return Number(expires) > clock.now().getTime() && zeroBitsOf(solution) >= bits
    },
  }
}

const zeroBitsOf = (text: string): number => Math.clz32(hash('sha256', text, 'buffer').readUInt32BE(0))
