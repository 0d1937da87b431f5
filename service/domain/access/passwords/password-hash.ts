import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { ConcurrencyLimit, type WaitOptions } from '../../../platform/concurrency-limit.ts'
import type { PasswordCost } from '../../../platform/password-cost.ts'
import { tooManyAtOnce } from '../access-errors.ts'

const hashBytes = 32
const maxMemory = 128 * 1024 * 1024

// Each hash takes 32 MiB and a thread of the pool that files and DNS use too: a flood must not take them all.
const concurrencyLimit = new ConcurrencyLimit(2, { maxWaiting: 100, refusal: tooManyAtOnce })

/** `scrypt$15$8$3$<salt>$<hash>` */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  return write(cost, salt, await derive(password, salt, cost))
}

/**
 * Takes the time of `cost` for every wrong password, also without a stored hash (unknown login) or with a weaker one;
 * otherwise the time would reveal that the login exists.
 */
export async function isPasswordRight(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
  waitOptions: WaitOptions = {},
): Promise<boolean> {
  const { cost: storedCost, salt, hash } = stored === undefined ? unknownUser(cost) : read(stored)
  const derived = await derive(password, salt, storedCost, waitOptions)
  const isRight = timingSafeEqual(derived, hash) && stored !== undefined
  const missing = missingCost(storedCost, cost)
  if (!isRight && missing) await derive(password, salt, missing, waitOptions)
  return isRight
}

/** Hashed with a lower cost than `cost`: hash again while the password is available. */
export const isWeak = (stored: string, cost: PasswordCost): boolean => missingCost(read(stored).cost, cost) !== null

/** The additional work that makes a hash of cost `has` as slow as `target`; null if none. */
function missingCost(has: PasswordCost, target: PasswordCost): PasswordCost | null {
  if (has.power < target.power || has.blockSize < target.blockSize) return target
  return has.parallel < target.parallel ? { ...target, parallel: target.parallel - has.parallel } : null
}

const unknownUser = (cost: PasswordCost) => ({ cost, salt: randomBytes(16), hash: randomBytes(hashBytes) })

function derive(password: string, salt: Buffer, cost: PasswordCost, waitOptions: WaitOptions = {}): Promise<Buffer> {
  const { power, blockSize, parallel } = cost
  const scryptOptions = { N: 2 ** power, r: blockSize, p: parallel, maxmem: maxMemory }
  // A refusal by OpenSSL would stay in its queue of errors, and the next private key that is read would fail with it.
  if (128 * blockSize * (2 ** power + parallel + 2) > maxMemory)
    return Promise.reject(new Error('A password hash needs more than the memory limit.'))
  // Systems encode the same characters as different bytes.
  const text = password.normalize('NFKC')
  return concurrencyLimit.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, hashBytes, scryptOptions, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
    waitOptions,
  )
}

function write({ power, blockSize, parallel }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', power, blockSize, parallel, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function read(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [scheme, power, blockSize, parallel, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('A stored password hash has an unknown format.')
  return {
    cost: { power: Number(power), blockSize: Number(blockSize), parallel: Number(parallel) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
