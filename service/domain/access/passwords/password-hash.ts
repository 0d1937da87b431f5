import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordCost } from '../../../platform/password-cost.ts'
import { tooManyAtOnce } from '../access-errors.ts'
import { type HashCaller, HashQueue } from './hash-queue.ts'

const hashBytes = 32
const maxMemory = 128 * 1024 * 1024

// Each hash takes 32 MiB and a thread of the pool that files and DNS use too: a flood must not take them all.
// With two hashes of a quarter of a second, a caller waits 20 seconds at most.
export const hashQueue = new HashQueue({ running: 2, solved: 60, unsolved: 40, subnetShare: 0.25 }, tooManyAtOnce)
/** A person or program that has proven a password, a session or a link. */
const known: HashCaller = { subnet: null }

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
  caller: HashCaller = known,
): Promise<boolean> {
  const { cost: storedCost, salt, hash } = stored === undefined ? unknownUser(cost) : read(stored)
  const derived = await derive(password, salt, storedCost, caller)
  const isRight = timingSafeEqual(derived, hash) && stored !== undefined
  const missing = missingCost(storedCost, cost)
  if (!isRight && missing) await derive(password, salt, missing)
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

function derive(password: string, salt: Buffer, cost: PasswordCost, caller = known): Promise<Buffer> {
  const { power, blockSize, parallel } = cost
  const scryptOptions = { N: 2 ** power, r: blockSize, p: parallel, maxmem: maxMemory }
  // A refusal by OpenSSL would stay in its queue of errors, and the next private key that is read would fail with it.
  if (128 * blockSize * (2 ** power + parallel + 2) > maxMemory)
    return Promise.reject(new Error('A password hash needs more than the memory limit.'))
  // Systems encode the same characters as different bytes.
  const text = password.normalize('NFKC')
  return hashQueue.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, hashBytes, scryptOptions, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
    caller,
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
