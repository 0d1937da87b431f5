import { constants, createPrivateKey, type KeyObject, privateEncrypt, randomBytes, sign as signWith } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SiteKey } from './child-site.ts'

export interface Signature {
  nonce: string
  signature: string
}

export interface Signer {
  /** Signs `what` and a new nonce. Never with anything weaker than SHA-256, even if the site requests it. */
  sign(key: SiteKey, what: string): Promise<Signature>
  /**
   * Signs a block as it is, without the name of a hash: no call of the connector has such a signature, and none of its signatures
   * opens to such a block.
   */
  signBlock(key: SiteKey, block: Buffer): Promise<Buffer>
  /** Removes a replaced or revoked key from the cache. */
  forget(key: SiteKey): void
}

/** The number that sites use for RSASSA-PKCS1-v1_5 with SHA-256. */
export const signatureAlgorithm = 7

/** `maxKeys`: the first signature with a key costs a third more than the next ones, so some are cached (17 kB each). */
export function createSigner(maxKeys: number): Signer {
  // The cache needs at least one slot.
  const opened = new LRUCache<string, Promise<KeyObject>>({ max: Math.max(1, maxKeys) })

  function keyObject(key: SiteKey): Promise<KeyObject> {
    const known = opened.get(key.id)
    if (known) return known
    const found = openKey(key)
    opened.set(key.id, found)
    found.catch(() => opened.delete(key.id))
    return found
  }

  return {
    async sign(key, what) {
      const nonce = randomBytes(16).toString('hex')
      const signature = await signOffThread(Buffer.from(what + nonce, 'utf8'), await keyObject(key))
      return { nonce, signature: signature.toString('base64') }
    },
    signBlock: async (key, block) =>
      privateEncrypt({ key: await keyObject(key), padding: constants.RSA_PKCS1_PADDING }, block),
    forget: (key) => void opened.delete(key.id),
  }
}

async function openKey(key: SiteKey): Promise<KeyObject> {
  const opened = createPrivateKey(await key.open())
  if (opened.asymmetricKeyType !== 'rsa') throw new TypeError('The key of a site must be an RSA key.')
  return opened
}

// With a callback the work runs on a thread of the pool; without one it would block the event loop.
function signOffThread(message: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signWith('sha256', message, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}
