import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

export interface KeyPair {
  privateKeyPem: string
  publicKeyPem: string
}

/** Provides RSA-2048 pairs for new connections. */
export interface KeySource {
  take(): Promise<KeyPair>
  close(): void
}

const generate = promisify(generateKeyPair)

async function generatePair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    publicExponent: 65537,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKeyPem: privateKey, publicKeyPem: publicKey }
}

/**
 * Has some pairs ready: one takes a quarter of a second of processor time. They are generated one after another on a
 * thread of the pool, so that hashing, name resolution and signing still find a free one.
 */
export function keyPool(size: number, make: () => Promise<KeyPair> = generatePair): KeySource {
  const ready: KeyPair[] = []
  const waiting: { resolve: (pair: KeyPair) => void; reject: (reason: unknown) => void }[] = []
  let [busy, closed] = [false, false]

  async function fill(): Promise<void> {
    if (busy) return
    busy = true
    try {
      while (waiting.length > 0 || (!closed && ready.length < size)) {
        const pair = await make()
        const next = waiting.shift()
        if (next) next.resolve(pair)
        else ready.push(pair)
      }
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      busy = false
    }
  }

  void fill()
  return {
    take() {
      if (closed) return Promise.reject(new Error('The key source is closed.'))
      const pair = ready.shift()
      const taken = pair
        ? Promise.resolve(pair)
        : new Promise<KeyPair>((resolve, reject) => waiting.push({ resolve, reject }))
      void fill()
      return taken
    },
    close() {
      closed = true
      ready.length = 0
    },
  }
}

const shared: Promise<KeyPair>[] = []

/**
 * For tests, the demo and benchmarks only: sites share a few pairs in rotation. They are generated when first needed
 * and live as long as the process. Sources that start `count` further on share none.
 */
export function sharedKeySource(count = 4, beginning = 0): KeySource {
  let next = 0
  return {
    take() {
      const index = beginning + (next++ % count)
      shared[index] ??= generatePair()
      return shared[index]
    },
    close() {},
  }
}

/** For many processes that share a few pairs: they start with these instead of generating their own. */
export function shareKeyPairs(pairs: KeyPair[]): void {
  for (const [index, pair] of pairs.entries()) shared[index] ??= Promise.resolve(pair)
}
