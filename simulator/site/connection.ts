import {
  constants,
  createHash,
  createPublicKey,
  type KeyObject,
  publicDecrypt,
  type VerifyKeyObjectInput,
  verify,
} from 'node:crypto'

/** The dashboard a site is connected to. */
export interface Connection {
  /** As received: it is not checked before the first signed call. */
  readonly publicKey: string
  server: string
  readonly admin: string
  /** The last good `sign_algo`; null until one was seen. */
  algorithm: number | null
}

const hashes: Readonly<Record<number, string>> = { 1: 'sha1', 6: 'sha224', 7: 'sha256', 8: 'sha384', 9: 'sha512' }
const sha1 = 1

const keys = new Map<string, KeyObject | null>()
const maxKeys = 20_000

/** One key object for all sites with the same key; null for an invalid key. */
function keyOf(publicKey: string): KeyObject | null {
  const known = keys.get(publicKey)
  if (known !== undefined) return known
  let key: KeyObject | null = null
  try {
    key = createPublicKey(publicKey)
  } catch {
    // Garbage is accepted at registration and fails here.
  }
  if (keys.size >= maxKeys) keys.delete(keys.keys().next().value ?? '')
  keys.set(publicKey, key)
  return key
}

export interface Signature {
  readonly message: string
  readonly signature: Buffer
  /** `sign_algo` as sent; undefined when it was not. */
  readonly algorithm: string | undefined
  /** `verifylib`: RSA-PSS instead of PKCS#1 v1.5. */
  readonly probabilistic: boolean
}

/** `downgraded`: SHA-1 after a stronger algorithm was used. */
export function check(connection: Connection | null, signed: Signature): 'valid' | 'invalid' | 'downgraded' {
  if (!connection) return 'invalid'
  const key = keyOf(connection.publicKey)
  const valid = (hash: string, how: KeyObject | VerifyKeyObjectInput | null = key) => {
    try {
      return how !== null && verify(hash, Buffer.from(signed.message), how, signed.signature)
    } catch {
      return false
    }
  }
  if (signed.probabilistic) {
    const pss = key && { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    return valid('sha256', pss) ? 'valid' : 'invalid'
  }
  if (signed.algorithm === undefined) {
    return connection.algorithm === null && valid('sha1') ? 'valid' : 'invalid'
  }
  const algorithm = Number(signed.algorithm)
  if (algorithm === sha1 && connection.algorithm !== null && connection.algorithm !== sha1) return 'downgraded'
  const hash = hashes[algorithm]
  if (hash === undefined || !valid(hash)) return 'invalid'
  connection.algorithm = algorithm
  return 'valid'
}

/** Whether a signature of a request for a guard opens to the block of its message. */
export function opensTo(connection: Connection | null, signature: Buffer, message: string): boolean {
  const key = connection && keyOf(connection.publicKey)
  const block = Buffer.concat([Buffer.from('flotilla-guard-v1:'), createHash('sha256').update(message).digest()])
  try {
    return key !== null && publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(block)
  } catch {
    return false
  }
}
