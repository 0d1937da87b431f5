import { createPrivateKey, type KeyObject, randomBytes, sign as signWith } from 'node:crypto'
import type { SiteKey } from './child-site.ts'

export interface Signature {
  nonce: string
  signature: string
}

export interface Signer {
  /** Signs `what` and a fresh nonce. Never with anything weaker than SHA-256, whatever the site asks for. */
  sign(key: SiteKey, what: string): Promise<Signature>
  /** A key was replaced or revoked: it is not to stay in memory. */
  forget(key: SiteKey): void
}

/** The number under which sites know RSASSA-PKCS1-v1_5 with SHA-256. */
export const signatureAlgorithm = 7

/** `mostKeys`: the first signature with a key costs a third more than the next ones, so that some stay ready (17 kB each). */
export function createSigner(mostKeys: number): Signer {
  const ready = new Map<string, Promise<KeyObject>>()

  function keyObject(key: SiteKey): Promise<KeyObject> {
    const known = ready.get(key.id)
    const found = known ?? openKey(key)
    // Taken out and put in again: the first entry is always the longest unused.
    if (known) ready.delete(key.id)
    else found.catch(() => ready.delete(key.id))
    ready.set(key.id, found)
    if (ready.size > mostKeys) ready.delete(ready.keys().next().value!)
    return found
  }

  return {
    async sign(key, what) {
      const nonce = randomBytes(16).toString('hex')
      const signature = await signOffThread(Buffer.from(what + nonce, 'utf8'), await keyObject(key))
      return { nonce, signature: signature.toString('base64') }
    },
    forget: (key) => void ready.delete(key.id),
  }
}

async function openKey(key: SiteKey): Promise<KeyObject> {
  const opened = createPrivateKey(await key.open())
  if (opened.asymmetricKeyType !== 'rsa') throw new TypeError('The key of a site must be an RSA key.')
  return opened
}

// With a callback the work is done on a thread of the pool, without one it would stop the event loop.
function signOffThread(message: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signWith('sha256', message, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}
