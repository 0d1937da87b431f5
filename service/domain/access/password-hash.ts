import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { tooManyAtOnce } from './access-errors.ts'
import { createTurnstile } from './turnstile.ts'

/** How hard a password is to guess from its hash; kept in the hash, so that it can be raised later. */
export interface Cost {
  /** N is two to this power. */
  power: number
  blockSize: number
  parallel: number
}

const presentCost: Cost = { power: 15, blockSize: 8, parallel: 1 }
const hashBytes = 32
const mostMemory = 128 * 1024 * 1024

// Each hash takes 32 MiB and a thread of the pool that files and DNS use too: a flood must not take them all.
const turnstile = createTurnstile(2, 100, tooManyAtOnce)

/** `scrypt$15$8$1$<salt>$<hash>` */
export async function hashPassword(password: string, cost: Cost = presentCost): Promise<string> {
  const salt = randomBytes(16)
  return write(cost, salt, await derive(password, salt, cost))
}

/** Without a stored hash (nobody of that name) it takes just as long and says no. */
export async function isPasswordRight(password: string, stored: string | undefined): Promise<boolean> {
  const { cost, salt, hash } = read(stored ?? nobodysHash)
  const derived = await derive(password, salt, cost)
  return timingSafeEqual(derived, hash) && stored !== undefined
}

/** Made when computers were slower: worth hashing again while the password is at hand. */
export function isWeak(stored: string): boolean {
  const { cost } = read(stored)
  return (
    cost.power < presentCost.power || cost.blockSize < presentCost.blockSize || cost.parallel < presentCost.parallel
  )
}

const nobodysHash = write(presentCost, randomBytes(16), randomBytes(hashBytes))

function derive(password: string, salt: Buffer, { power, blockSize, parallel }: Cost): Promise<Buffer> {
  const options = { N: 2 ** power, r: blockSize, p: parallel, maxmem: mostMemory }
  // The same characters can be typed as different bytes on different systems.
  const text = password.normalize('NFKC')
  return turnstile.pass(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
  )
}

function write({ power, blockSize, parallel }: Cost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', power, blockSize, parallel, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function read(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [scheme, power, blockSize, parallel, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !hash) throw new Error('A stored password hash is not in a form this version knows.')
  return {
    cost: { power: Number(power), blockSize: Number(blockSize), parallel: Number(parallel) },
    salt: Buffer.from(salt!, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
