import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordCost } from '../../platform/password-cost.ts'
import { tooManyAtOnce } from './access-errors.ts'
import { createConcurrencyLimit, type Turn } from './concurrency-limit.ts'

const hashBytes = 32
const mostMemory = 128 * 1024 * 1024

// Each hash takes 32 MiB and a thread of the pool that files and DNS use too: a flood must not take them all.
const concurrencyLimit = createConcurrencyLimit(2, 100, tooManyAtOnce)

/** `scrypt$15$8$3$<salt>$<hash>` */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  return write(cost, salt, await derive(password, salt, cost))
}

/**
 * Takes the time of `cost` for every wrong password: without a stored hash (unknown login) and with a weaker one, which
 * would otherwise show by its speed that the login exists.
 */
export async function isPasswordRight(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
  turn: Turn = {},
): Promise<boolean> {
  const { cost: storedCost, salt, hash } = stored === undefined ? unknownUser(cost) : read(stored)
  const derived = await derive(password, salt, storedCost, turn)
  const isRight = timingSafeEqual(derived, hash) && stored !== undefined
  const missing = missingCost(storedCost, cost)
  if (!isRight && missing) await derive(password, salt, missing, turn)
  return isRight
}

/** Hashed with a lower cost than today: worth hashing again while the password is at hand. */
export const isWeak = (stored: string, cost: PasswordCost): boolean => missingCost(read(stored).cost, cost) !== null

/** The work that a hash of cost `has` lacks; null when it lacks none. */
function missingCost(has: PasswordCost, wanted: PasswordCost): PasswordCost | null {
  if (has.power < wanted.power || has.blockSize < wanted.blockSize) return wanted
  return has.parallel < wanted.parallel ? { ...wanted, parallel: wanted.parallel - has.parallel } : null
}

const unknownUser = (cost: PasswordCost) => ({ cost, salt: randomBytes(16), hash: randomBytes(hashBytes) })

function derive(password: string, salt: Buffer, cost: PasswordCost, turn: Turn = {}): Promise<Buffer> {
  const { power, blockSize, parallel } = cost
  const options = { N: 2 ** power, r: blockSize, p: parallel, maxmem: mostMemory }
  // The same characters can be typed as different bytes on different systems.
  const text = password.normalize('NFKC')
  return concurrencyLimit.pass(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
    turn,
  )
}

function write({ power, blockSize, parallel }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', power, blockSize, parallel, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function read(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [scheme, power, blockSize, parallel, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !hash) throw new Error('A stored password hash is not in a form this version knows.')
  return {
    cost: { power: Number(power), blockSize: Number(blockSize), parallel: Number(parallel) },
    salt: Buffer.from(salt!, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
